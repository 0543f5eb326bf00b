import { counted } from '../../core/counted.ts';
import { outcomes } from '../../core/outcome.ts';
import type { JudgedWaiver, ProfileFault, Result } from '../../core/result.ts';
import { causeOf, isUnverified, type Verdict } from '../../core/verdict.ts';
import { allCapabilities } from '../../suites/capability.ts';
import {
  brokenWaivers,
  countsInWords,
  figuresInWords,
  missedCoverage,
  percentagesOf,
  type Tally,
  tallyOf,
  unjudgedRequired,
  unwaived,
  waiverOf,
} from '../conclude.ts';
import { adviceInWords, describeAdvice, describeFaults } from '../failures/describe-fault.ts';
import { refusedRequestInWords, responseInWords } from '../failures/evidence-in-words.ts';
import { groupsByReason } from '../failures/leading-exchanges.ts';
import { describeProperties, describeResidue, describeSettled } from '../failures/verdict-in-words.ts';
import { verdictsByGroup } from '../groups.ts';
import { colorOf, factsIn, type Paint, printable, signOf, wrapped } from '../kit/printable.ts';
import { sectionTitles } from '../listed-rules.ts';

const titleWidth = 33;
const countWidth = 7;
const percentWidth = 13;

const headings: Record<(typeof outcomes)[number], string> = {
  pass: 'pass',
  fail: 'fail',
  warn: 'warn',
  unverified: 'unver.',
  error: 'error',
};

const fitted = (title: string): string =>
  (title.length > titleWidth ? `${title.slice(0, titleWidth - 1)}…` : title).padEnd(titleWidth);

const lineOf = (title: string, rules: number, tally: Tally, paint: Paint): string => {
  const cells = outcomes.map((outcome) => {
    const count = tally.counts[outcome];
    return count === 0 ? '·'.padStart(countWidth) : paint(colorOf[outcome], String(count).padStart(countWidth));
  });
  const [conformance, coverage] = percentagesOf(tally);
  return [
    fitted(title),
    String(rules).padStart(countWidth),
    ...cells,
    conformance.padStart(percentWidth),
    coverage.padStart(percentWidth - 1),
  ].join('');
};

const headingOf = (rows: string): string =>
  [
    rows.padEnd(titleWidth),
    'rules'.padStart(countWidth),
    ...outcomes.map((outcome) => headings[outcome].padStart(countWidth)),
    'conformance'.padStart(percentWidth),
    'coverage'.padStart(percentWidth - 1),
  ].join('');

/** The counts and figures of each section, at most 100 columns wide. */
const matrixOf = (verdicts: readonly Verdict[], paint: Paint): string[] => {
  const bySection = Map.groupBy(verdicts, ({ section }) => section);
  const known = [...sectionTitles].filter(([section]) => bySection.has(section));
  const heading = headingOf('Section');
  return [
    paint('bold', heading),
    ...known.map(([section, title]) => {
      const own = bySection.get(section) ?? [];
      return lineOf(title, own.length, tallyOf(own), paint);
    }),
    paint('dim', '─'.repeat(heading.length)),
    lineOf('All', verdicts.length, tallyOf(verdicts), paint),
  ];
};

/** The same for each group. A rule may be in several. */
const groupMatrixOf = (verdicts: readonly Verdict[], paint: Paint): string[] => [
  paint('bold', headingOf('Group')),
  ...verdictsByGroup(verdicts).map(([group, own]) => lineOf(group, own.length, tallyOf(own), paint)),
];

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
const rulesWidth = 6;

/** Indented lines within the width of the report. */
const indented = (text: string): string[] => wrapped(text, width - indent.length).map((line) => indent + line);

const describeKeys = (verdicts: readonly Verdict[], paint: Paint): string[] => {
  const keys = missingKeysOf(verdicts);
  if (keys.length === 0) return [];
  const count = verdicts.filter((verdict) => causeOf(verdict) === 'not-declared').length;
  const rules = counted(count, 'rule');
  return [
    `${paint(colorOf.unverified, `${signOf.unverified} unverified, not-declared`)}  ${rules}, by the key that the profile lacks`,
    ...keys.flatMap(({ key, rules: held }) => {
      const [first = '', ...others] = wrapped(printable(key), width - indent.length - rulesWidth);
      const more = others.map((line) => indent + ' '.repeat(rulesWidth) + line);
      return [`${indent}${String(held.length).padStart(rulesWidth - 2)}  ${first}`, ...more];
    }),
    `${indent}to do     ${describeAdvice({ who: 'profile', what: 'declare a key, the first one first; --verbose names the rules' })}`,
  ];
};

/** The rules that were not judged, by cause and reason. */
const describeUnverified = (verdicts: readonly Verdict[], paint: Paint): string[] =>
  groupsByReason(verdicts.filter(isUnverified), (verdict) => verdict).flatMap(
    ({ first, items, cause, reason, suffix }) => [
      `${paint(colorOf.unverified, `${signOf.unverified} unverified, ${cause}`)}  ${printable(reason)}${suffix}`,
      ...indented(items.map(({ rule }) => rule).join(' ')),
      `${indent}to do     ${adviceInWords(first)}`,
    ],
  );

/** The rules that were not judged: missing keys first, then everything else by reason. */
const describeNotJudged = (verdicts: readonly Verdict[], paint: Paint): string[] => [
  ...describeKeys(verdicts, paint),
  ...describeUnverified(
    verdicts.filter((verdict) => causeOf(verdict) !== 'not-declared'),
    paint,
  ),
];

const describeBrokenWaiver = ({ rule, reason, by, until, state }: JudgedWaiver): string => {
  const whose = by === undefined ? '' : ` by ${printable(by)}`;
  return state === 'expired'
    ? `the waiver of ${rule}${whose} expired on ${until} (${printable(reason)}): have the rule met, or renew the date in the profile`
    : `the waiver of ${rule}${whose} is stale, because the rule passes now (${printable(reason)}): remove it from the profile`;
};

const figuresReport = (result: Result): string[] => {
  const [conformance, coverage] = percentagesOf(result);
  const [passed, judged] = figuresInWords(result);
  return [countsInWords(result.counts), `conformance ${conformance} (${passed}) · coverage ${coverage} (${judged})`];
};

/** The proof behind the verdicts, in one line. */
export const describeSuite = ({ suite: { version, proven } }: Result): string =>
  `Selo ${version} · ${proven.rules} rules and ${proven.properties} properties · detection ${proven.caught} of ${proven.defects} defects · ` +
  `false positives on ${proven.falsePositives} of ${proven.variants} variants`;

const profileFact = factsIn({ indent: '    ', labelWidth: 10 });

/** A wrong key of the profile, with the answer of the target. */
const describeProfileFault = ({ key, message, refused, rules }: ProfileFault, paint: Paint): string[] => {
  const heldBack = `${counted(rules.length, 'rule was', 'rules were')} not tested because of it:`;
  return [
    `${paint('yellow', `! ${printable(key)}`)}  ${refused ? 'the target refuses the request that it describes' : printable(message)}`,
    ...(refused
      ? [...profileFact('sent', refusedRequestInWords(refused)), ...profileFact('answer', responseInWords(refused))]
      : []),
    ...indented([heldBack, ...rules].join(' ')),
    ...profileFact('to do', describeAdvice({ who: 'profile', what: `correct \`${printable(key)}\`, then run again` })),
  ];
};

/** Everything that someone must act on, most urgent first. */
const findingsReport = (result: Result, paint: Paint, isVerbose = false): string[] => {
  const { verdicts, faults, troubles, profileFaults = [] } = result;
  const described = (list: Result['verdicts']): string[][] => describeFaults(result, list, paint);
  const signed = (color: 'magenta' | 'red' | 'yellow', sign: string, texts: readonly string[]): string[][] =>
    texts.map((text) => [`${paint(color, sign)} ${text}`]);
  const isWaived = (verdict: Verdict): boolean => waiverOf(result, verdict) !== undefined;
  const missed = missedCoverage(result);
  // rules blocked by a wrong key are listed under that key
  const notJudged = verdicts.filter((verdict) => causeOf(verdict) !== 'profile' || profileFaults.length === 0);
  const parts: [title: string, blocks: string[][]][] = [
    ['Faults of the suite itself', signed('magenta', '‼', faults.map(printable))],
    ['Errors: the suite failed, not the target', described(verdicts.filter(({ outcome }) => outcome === 'error'))],
    ['Wrong in the profile', profileFaults.map((fault) => describeProfileFault(fault, paint))],
    ['Failed', described(unwaived(result, 'fail'))],
    ['Waivers that no longer count', signed('red', '✗', brokenWaivers(result).map(describeBrokenWaiver))],
    [
      'Required, but not judged',
      [
        describeUnverified(unjudgedRequired(result), paint),
        ...signed('red', '✗', missed === undefined ? [] : [missed]),
      ],
    ],
    ['Failed, but waived', described(verdicts.filter(isWaived))],
    ['Warnings', described(unwaived(result, 'warn'))],
    ['Trouble at the target', signed('yellow', '!', troubles.map(printable))],
    ['Not judged', [(isVerbose ? describeUnverified : describeNotJudged)(notJudged, paint)]],
  ];
  return parts.flatMap(([title, blocks]) => {
    const lines = blocks.filter(({ length }) => length > 0).flatMap((block) => ['', ...block]);
    return lines.length === 0 ? [] : ['', paint('bold', title), ...lines];
  });
};

/** The end of every report: the circumstances, leftovers and figures. */
const closingReport = (result: Result, folder: string, paint: Paint): string[] => {
  const { run, target, secretsReplaced, residue } = result;
  const seconds = ((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  return [
    '',
    ...(run.interrupted ? [paint('yellow', 'interrupted: this report is partial')] : []),
    `${printable(target.name)} at ${printable(target.baseUrl)} · ${run.depth} depth · seed ${run.seed} · ${run.requests} requests · ${seconds} s`,
    ...describeProperties(result).map(printable),
    ...describeSettled(result),
    ...(residue ? describeResidue(residue, paint) : []),
    ...(secretsReplaced > 0
      ? [paint('red', `${secretsReplaced} secrets were about to be written and have been replaced by their names`)]
      : []),
    `files: ${folder}`,
    '',
    ...figuresReport(result),
    paint('dim', describeSuite(result)),
  ];
};

/** The report of a run for a terminal. A verbose one names every rule that was not judged. */
export const consoleReport = (result: Result, folder: string, paint: Paint, isVerbose = false): string[] => [
  '',
  ...matrixOf(result.verdicts, paint),
  '',
  ...groupMatrixOf(result.verdicts, paint),
  ...findingsReport(result, paint, isVerbose),
  ...closingReport(result, folder, paint),
];

/** Only what someone must act on, and the figures. */
export const urgentReport = (result: Result, paint: Paint): string[] => [
  ...findingsReport(result, paint),
  '',
  ...figuresReport(result),
];
