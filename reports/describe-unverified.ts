import { adviceOn, describeAdvice } from './advice.ts';
import { colourOf, type Paint, signOf } from './paint.ts';
import { printable } from './printable.ts';
import { reasonKind } from './reason-kind.ts';
import type { ReportedVerdict } from './result.ts';

const width = 100;
const indent = '    ';

/** Fits words into lines of the report's width. */
export const wrapped = (words: readonly string[]): string[] => {
  const lines: string[] = [];
  let line = indent;
  for (const word of words) {
    if (line.length + word.length + 1 > width && line !== indent) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line];
};

/** What was not judged, by cause and reason: each reason once, with the rules that it holds back. */
export const describeUnverified = (verdicts: readonly ReportedVerdict[], paint: Paint): string[] => {
  const groups = Map.groupBy(
    verdicts.filter(({ outcome }) => outcome === 'unverified'),
    ({ cause, reason = '' }) => `${cause} ${reasonKind(reason)}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const like = group.every(({ reason }) => reason === first.reason) ? '' : ' (and the like)';
    const heading = paint(colourOf.unverified, `${signOf.unverified} unverified, ${first.cause}`);
    return [
      `${heading}  ${printable(first.reason ?? 'no reason given')}${like}`,
      ...wrapped(group.map(({ rule }) => rule)),
      `${indent}to do     ${describeAdvice(adviceOn(first))}`,
    ];
  });
};
