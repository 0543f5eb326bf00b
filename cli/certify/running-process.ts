import { readFileSync } from 'node:fs';

/** Whether a process goes on. One that has ended and that nobody has taken notice of yet does not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // not every system says more
    return true;
  }
};
