import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

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

const lookEveryMs = 250;

/** Of the machine's processor time, 0 to 1, between these ms since the epoch; null where the system does not report it. */
export type CpuShare = (fromMs: number, toMs: number) => number | null;

/** What a process uses of the machine, measured until it is disposed. */
export interface CpuWatch extends Disposable {
  between: CpuShare;
  /** From its first look to its last. */
  whole(): number | null;
}

export const watchCpu = (pid: number, measure: typeof cpuSecondsOf = cpuSecondsOf): CpuWatch => {
  const looks: { atMs: number; seconds: number }[] = [];
  const look = (): void => {
    const seconds = measure(pid);
    if (seconds !== undefined) looks.push({ atMs: Date.now(), seconds });
  };
  look();
  const watching = setInterval(look, lookEveryMs);
  const between: CpuShare = (fromMs, toMs) => {
    const first = looks.findLast(({ atMs }) => atMs <= fromMs) ?? looks[0];
    const last = looks.find(({ atMs }) => atMs >= toMs) ?? looks.at(-1);
    if (first === undefined || last === undefined || last.atMs <= first.atMs) return null;
    return (last.seconds - first.seconds) / ((last.atMs - first.atMs) / 1000) / cpus().length;
  };
  return {
    between,
    whole: () => between(0, Number.POSITIVE_INFINITY),
    [Symbol.dispose]: () => clearInterval(watching),
  };
};
