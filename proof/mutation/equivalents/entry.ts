import type { Excuse, Excused } from '../ledger.ts';

/** The code of the mutants, the reason, and their replacements if only some of them are meant. */
type Described = readonly [code: string, because: string, ...replacements: string[]];

const entries =
  (excuse: Excuse) =>
  (file: string, described: readonly Described[]): Excused[] =>
    described.map(([code, because, ...replacements]) => ({
      file: `platform/${file}`,
      code,
      excuse,
      because,
      ...(replacements.length > 0 ? { replacements } : {}),
    }));

export const equivalent = entries('equivalent');
export const open = entries('open');
export const unseen = entries('unseen');
