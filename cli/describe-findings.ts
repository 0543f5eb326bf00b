import { stripVTControlCharacters, styleText } from 'node:util';
import { counted } from '../core/counted.ts';
import type { Finding } from '../fixtures/finding.ts';

const marks = { ok: styleText('green', '✓'), warning: styleText('yellow', '!'), problem: styleText('red', '✗') };
/** Most urgent first. */
const order = ['problem', 'warning', 'ok'] as const;

const describeFinding = ({ subject, state, message, advice }: Finding): string =>
  `${marks[state]} ${subject}: ${stripVTControlCharacters(message)}${advice && state !== 'ok' ? `\n    → ${advice}` : ''}\n`;

/** Joins findings with the same message into one. */
const merged = (findings: readonly Finding[]): Finding[] =>
  [...Map.groupBy(findings, ({ message, advice = '' }) => JSON.stringify([message, advice])).values()].flatMap(
    (alike) => {
      const [first] = alike;
      if (!first) return [];
      return [{ ...first, subject: alike.map(({ subject }) => subject).join(', ') }];
    },
  );

/** The keys that the profile lacks, those that block most rules first. */
const describeKeys = (keys: readonly Finding[]): string => {
  if (keys.length === 0) return '';
  const lines = keys.map(({ rules, advice }) => `    ${String(rules).padStart(5)}  ${advice}\n`);
  return `${marks.warning} profile: rules that cannot be judged, by the key that is missing\n${lines.join('')}`;
};

/** The findings for a person, problems first. */
const describeFindings = (findings: readonly Finding[]): string =>
  order
    .map((state) => {
      const own = findings.filter((finding) => finding.state === state);
      const [keys, others] = [own.filter(({ rules }) => rules), own.filter(({ rules }) => !rules)];
      return merged(others).map(describeFinding).join('') + describeKeys(keys);
    })
    .join('');

const count = (findings: readonly Finding[], state: Finding['state']): number =>
  findings.filter((finding) => finding.state === state).length;

/** The findings for a person, then their counts; or as JSON. */
export const doctorReport = (findings: readonly Finding[], json = false): string =>
  json
    ? `${JSON.stringify({ findings })}\n`
    : `${describeFindings(findings)}${count(findings, 'ok')} ok, ${counted(count(findings, 'warning'), 'warning')}, ${counted(count(findings, 'problem'), 'problem')}\n`;

export const hasProblem = (findings: readonly Finding[]): boolean => count(findings, 'problem') > 0;
