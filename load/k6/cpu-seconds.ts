import { readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** CPU seconds of a process so far, all its threads together, from the system's own count; undefined where it has none. */
export const cpuSecondsOf = (pid: number): number | undefined => {
  try {
    // the name, which may hold spaces, stands in brackets before them
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
};
