import { counted } from '../../core/counted.ts';
import { causeOf, isUnverified, type Verdict } from '../../core/verdict.ts';
import { allCapabilities } from '../../suites/capability.ts';
import { colorOf, type Paint, signOf } from '../kit/paint.ts';
import { printable } from '../kit/printable.ts';
import { wrapped } from '../kit/wrapped.ts';
import { adviceInWords, describeAdvice } from './advice.ts';
import { groupsByReason } from './by-reason.ts';

/** Separates several missing keys in a reason. */
const nextKey = new RegExp(`; (?=(?:${allCapabilities.join('|')}): )`);
const capability = new RegExp(`^(?:${allCapabilities.join('|')}): `);

/** A key that the profile lacks, with the rules that it blocks. */
interface MissingKey {
  key: string;
  rules: string[];
}

/** The keys that the profile lacks, those that block most rules first. */
const missingKeysOf = (verdicts: readonly Verdict[]): MissingKey[] => {
  const keys = new Map<string, string[]>();
  for (const { rule, cause, reason } of verdicts.filter(isUnverified)) {
    if (cause !== 'not-declared') continue;
    for (const part of reason.split(nextKey)) {
      const key = part.replace(capability, '');
      keys.set(key, [...(keys.get(key) ?? []), rule]);
    }
  }
  return [...keys].map(([key, rules]) => ({ key, rules })).toSorted((a, b) => b.rules.length - a.rules.length);
};

const width = 100;
const indent = '    ';
const countWidth = 6;

/** Indented lines within the width of the report. */
export const indented = (text: string): string[] => wrapped(text, width - indent.length).map((line) => indent + line);

const describeKeys = (verdicts: readonly Verdict[], paint: Paint): string[] => {
  const keys = missingKeysOf(verdicts);
  if (keys.length === 0) return [];
  const count = verdicts.filter((verdict) => causeOf(verdict) === 'not-declared').length;
  const rules = counted(count, 'rule');
  return [
    `${paint(colorOf.unverified, `${signOf.unverified} unverified, not-declared`)}  ${rules}, by the key that the profile lacks`,
    ...keys.flatMap(({ key, rules: held }) => {
      const [first = '', ...others] = wrapped(printable(key), width - indent.length - countWidth);
      const more = others.map((line) => indent + ' '.repeat(countWidth) + line);
      return [`${indent}${String(held.length).padStart(countWidth - 2)}  ${first}`, ...more];
    }),
    `${indent}to do     ${describeAdvice({ who: 'profile', what: 'declare a key, the first one first; --verbose names the rules' })}`,
  ];
};

/** The rules that were not judged: missing keys first, then everything else by reason. */
export const describeNotJudged = (verdicts: readonly Verdict[], paint: Paint): string[] => [
  ...describeKeys(verdicts, paint),
  ...describeUnverified(
    verdicts.filter((verdict) => causeOf(verdict) !== 'not-declared'),
    paint,
  ),
];

/** The rules that were not judged, by cause and reason. */
export const describeUnverified = (verdicts: readonly Verdict[], paint: Paint): string[] =>
  groupsByReason(verdicts.filter(isUnverified), (verdict) => verdict).flatMap(
    ({ first, items, cause, reason, suffix }) => [
      `${paint(colorOf.unverified, `${signOf.unverified} unverified, ${cause}`)}  ${printable(reason)}${suffix}`,
      ...indented(items.map(({ rule }) => rule).join(' ')),
      `${indent}to do     ${adviceInWords(first)}`,
    ],
  );
