import fc from 'fast-check';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Clock } from '../../suites/check-context.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';

/** One of several that are sent at once. */
interface Rival {
  /** In real milliseconds, after the first. */
  lateMs: number;
}

/** Mostly not late at all: what the first has begun must not be over when the last one comes. */
export const lateMs = fc.constantFrom(0, 0, 0, 1, 4);

/** Sends all of them at once, each as late as it was drawn. */
export const atOnce = <Drawn extends Rival, Answer>(
  { wait, scale }: Clock,
  rivals: readonly Drawn[],
  send: (rival: Drawn, index: number) => Promise<Answer>,
): Promise<Answer[]> =>
  Promise.all(
    rivals.map(async (rival, index) => {
      if (rival.lateMs > 0) await wait(rival.lateMs / 1000 / scale);
      return send(rival, index);
    }),
  );

/** Those that were accepted: how many of several rivals may be is open, unless the document says it. */
export const acceptedOf = (answers: readonly Exchange[]): Exchange[] =>
  answers.filter(({ status }) => status >= 200 && status < 300);

/** Ends the check when every rival was refused: then nothing has happened that could be judged. */
export const mustAcceptOne = (answers: readonly Exchange[], purpose: string): void => {
  const [first] = answers;
  if (first && acceptedOf(answers).length === 0) mustBeAccepted(first, purpose);
};

/** The statuses of several answers, as a report shows them. */
export const statusesOf = (answers: readonly Exchange[]): string => answers.map(({ status }) => status).join(', ');
