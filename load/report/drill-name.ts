import type { Drill } from '../../core/load-result.ts';

/** What is done on purpose while the load goes on. */
export const drillNames: Record<Drill['kind'], string> = {
  refusing: 'receivers refuse',
  hanging: 'receivers hang',
  resetting: 'receivers reset the connection',
  gone: 'receivers are gone',
  restart: 'the target restarts',
};

/** What a chart and the drills call a drill: A, B, …, Z, A1, B1, … */
export const drillLetter = (index: number): string => {
  const round = Math.floor(index / 26);
  return `${String.fromCharCode(65 + (index % 26))}${round === 0 ? '' : round}`;
};
