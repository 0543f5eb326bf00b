import { adviceOn, describeAdvice } from './advice.ts';
import { findingOf } from './finding.ts';
import { judgeRun } from './judge-run.ts';
import { brokenWaivers, unwaived } from './judge-waivers.ts';
import { excerpt } from './printable.ts';
import type { ReportedVerdict, Result } from './result.ts';

/** GitHub shows no more of each kind for a step. */
const mostOfEach = 10;
const longestTitle = 200;
const longestAdvice = 500;

interface Annotation {
  title: string;
  message: string;
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

const commandOf = (kind: 'error' | 'warning' | 'notice', { title, message }: Annotation): string =>
  `::${kind} title=${inProperty(excerpt(title, longestTitle))}::${inMessage(message)}`;

const annotationOf = (verdict: ReportedVerdict): Annotation => ({
  title: `${verdict.rule} ${verdict.text}`,
  message: `${findingOf(verdict)}\nto do: ${excerpt(describeAdvice(adviceOn(verdict)), longestAdvice)}`,
});

/** As many as are shown; where there are more, the last one says so. */
const shown = (annotations: readonly Annotation[]): Annotation[] => {
  if (annotations.length <= mostOfEach) return [...annotations];
  const kept = annotations.slice(0, mostOfEach - 1);
  const left = annotations.length - kept.length;
  return [...kept, { title: `and ${left} more`, message: 'The other reports of the run have them all.' }];
};

/**
 * A result as workflow commands of GitHub, a line each: an error for whatever fails the run, a warning for each
 * warning, and a notice that says what the run comes to.
 */
export const annotationsOf = (result: Result): string => {
  const errors = [
    ...result.faults.map((fault) => ({ title: 'Fault of the suite itself', message: excerpt(fault, longestAdvice) })),
    ...result.verdicts.filter(({ outcome }) => outcome === 'error').map(annotationOf),
    ...unwaived(result, 'fail').map(annotationOf),
    ...brokenWaivers(result).map(({ rule, state, reason }) => ({
      title: `The waiver of ${rule} is ${state}`,
      message: excerpt(reason, longestAdvice),
    })),
  ];
  const warnings = unwaived(result, 'warn').map(annotationOf);
  return [
    ...shown(errors).map((each) => commandOf('error', each)),
    ...shown(warnings).map((each) => commandOf('warning', each)),
    commandOf('notice', { title: 'Selo', message: judgeRun(result, { strict: false }).told }),
    '',
  ].join('\n');
};
