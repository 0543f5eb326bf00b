import { counted } from '../../core/counted.ts';
import type { History } from './read-history.ts';
import type { WhyLeftOut } from './read-summary.ts';

const reasons: Record<WhyLeftOut, string> = {
  'no result': 'no result of "selo run"',
  'other version': 'a result of another version',
  unreadable: 'broken, cut short, or not as its version requires',
  unfinished: 'of a run that has not ended, or was killed',
};

/** Which files are no part of a history, in words: one line a reason. */
export const describeLeftOut = (leftOut: History['leftOut']): string[] =>
  leftOut.map(({ why, files }) => `left out: ${counted(files, 'file')}, ${reasons[why]}`);
