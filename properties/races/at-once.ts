import fc from 'fast-check';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Clock } from '../../suites/check-context.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';

/** Requests that are sent at once must end as if one had followed the other, in whichever order: that is inferred. */
export const simultaneous = {
  level: 'should',
  inferred: 'The document says nothing about simultaneous requests.',
} as const;

/** One of several requests that are sent at once. */
interface Rival {
  /** Real milliseconds after the first. */
  lateMs: number;
}

/** Mostly 0, so that the last request arrives before the first one has ended. */
export const lateMs = fc.constantFrom(0, 0, 0, 1, 4);

/** Sends the requests at once, each as late as it was drawn. */
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

/** The accepted ones. How many may be accepted is open, unless the document says it. */
export const acceptedOf = (answers: readonly Exchange[]): Exchange[] =>
  answers.filter(({ status }) => status >= 200 && status < 300);

/** Ends the check when all were refused, because then nothing happened that could be tested. */
export const mustAcceptOne = (answers: readonly Exchange[], purpose: string): void => {
  const [first] = answers;
  if (first && acceptedOf(answers).length === 0) mustBeAccepted(first, purpose);
};

export const statusesOf = (answers: readonly Exchange[]): string => answers.map(({ status }) => status).join(', ');
