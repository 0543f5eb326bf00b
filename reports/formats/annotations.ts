import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { brokenWaivers, concludeRun, missedCoverage, unjudgedRequired, unwaived } from '../conclude.ts';
import { adviceInWords, findingOf } from '../failures/describe-fault.ts';
import { groupsByCause } from '../failures/leading-exchanges.ts';
import { repeatCommand } from '../failures/repeat/commands.ts';
import { inSentences, statementsOf } from '../failures/verdict-in-words.ts';
import { impactOf } from '../groups.ts';
import { excerpt } from '../kit/printable.ts';

/** GitHub shows at most this many of each kind for a step. */
const maxOfEach = 10;
const maxTitleLength = 200;
const maxAdviceLength = 500;

interface Annotation {
  title: string;
  message: string;
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commandOf = (kind: 'error' | 'warning' | 'notice', { title, message }: Annotation): string =>
  `::${kind} title=${inProperty(excerpt(title, maxTitleLength))}::${inMessage(message)}`;

const annotationOf = (result: Result, verdict: Verdict): Annotation => {
  const toDo = `to do: ${excerpt(adviceInWords(verdict), maxAdviceLength)}`;
  const sentences = inSentences(verdict);
  const impact = impactOf(verdict);
  const lines = sentences
    ? [
        ...statementsOf(verdict).map((statement) => `document: ${statement}`),
        ...(impact === undefined ? [] : [`impact: ${impact}`]),
        `expected: ${sentences.expected}`,
        `got: ${sentences.got}`,
        `repeat: ${repeatCommand(result, verdict)}`,
      ]
    : [findingOf(verdict)];
  return { title: `${verdict.rule} ${verdict.text}`, message: [...lines, toDo].join('\n') };
};

/** One annotation for all faults with one probable cause. */
const annotationsByCause = (result: Result, faults: readonly Verdict[]): Annotation[] =>
  groupsByCause(faults).flatMap(([first, ...others]) => {
    if (!first) return [];
    const { title, message } = annotationOf(result, first);
    if (others.length === 0) return [{ title, message }];
    return [{ title, message: `${message}\nprobably the same cause: ${others.map(({ rule }) => rule).join(', ')}` }];
  });

/** The annotations that fit; the last one counts the rest. */
const shown = (annotations: readonly Annotation[]): Annotation[] => {
  if (annotations.length <= maxOfEach) return [...annotations];
  const kept = annotations.slice(0, maxOfEach - 1);
  const left = annotations.length - kept.length;
  return [...kept, { title: `and ${left} more`, message: 'The other reports of the run have them all.' }];
};

/**
 * A result as workflow commands of GitHub: an error for each failure, a warning for each warning, and a notice with the
 * conclusion.
 */
export const annotationsOf = (result: Result): string => {
  const missed = missedCoverage(result);
  const errors = [
    ...result.faults.map((fault) => ({ title: 'Fault of the suite itself', message: excerpt(fault, maxAdviceLength) })),
    ...result.verdicts.filter(({ outcome }) => outcome === 'error').map((verdict) => annotationOf(result, verdict)),
    ...annotationsByCause(result, unwaived(result, 'fail')),
    ...unjudgedRequired(result).map((verdict) => {
      const { title, message } = annotationOf(result, verdict);
      return { title: `Required, but not judged: ${title}`, message };
    }),
    ...(missed === undefined ? [] : [{ title: 'Too little was judged', message: missed }]),
    ...brokenWaivers(result).map(({ rule, state, reason }) => ({
      title: `The waiver of ${rule} is ${state}`,
      message: excerpt(reason, maxAdviceLength),
    })),
  ];
  const { kind, message } = concludeRun(result);
  const warnings = [
    ...(kind === 'partial' ? [{ title: 'Partial run', message }] : []),
    ...annotationsByCause(result, unwaived(result, 'warn')),
  ];
  return [
    ...shown(errors).map((each) => commandOf('error', each)),
    ...shown(warnings).map((each) => commandOf('warning', each)),
    commandOf('notice', { title: 'Selo', message }),
    '',
  ].join('\n');
};
