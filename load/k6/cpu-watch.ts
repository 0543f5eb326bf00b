import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const ticksPerSecond = 100;

/** CPU seconds of a process so far; undefined if the system does not report them. */
export const cpuSecondsOf = (pid: number): number | undefined => {
  try {
    // the fields follow the name, which is in brackets and may contain spaces
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ');
    return (Number(fields?.[11]) + Number(fields?.[12])) / ticksPerSecond;
  } catch {
    return undefined;
  }
};

const lookEveryMs = 250;

/** Share of the machine's processor time, 0 to 1, between these ms since the epoch; null if it is not known. */
export type CpuShare = (fromMs: number, toMs: number) => number | null;

/** The highest of these shares; null if none is known. */
export const highestShare = (shares: readonly (number | null)[]): number | null => {
  const known = shares.filter((share) => share !== null);
  return known.length === 0 ? null : Math.max(...known);
};

/** Measures a process until it is disposed. */
interface CpuWatch extends Disposable {
  between: CpuShare;
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
