import { counted } from '../../core/counted.ts';
import type { JudgedWaiver, ProfileFault, Result } from '../../core/result.ts';
import { causeOf, type Verdict } from '../../core/verdict.ts';
import { describeAdvice } from '../failures/advice.ts';
import { describeFaults } from '../failures/describe-fault.ts';
import { describeSettled } from '../failures/describe-settled.ts';
import { describeNotJudged, describeUnverified, indented } from '../failures/describe-unverified.ts';
import { refusedRequestInWords, responseInWords } from '../failures/evidence-in-words.ts';
import { describeResidue } from '../failures/residue.ts';
import { describeProperties } from '../failures/search-in-words.ts';
import { brokenWaivers, unwaived, waiverOf } from '../judge-waivers.ts';
import { factsIn } from '../kit/fact.ts';
import type { Paint } from '../kit/paint.ts';
import { printable } from '../kit/printable.ts';
import { missedCoverage, unjudgedRequired } from '../requirements.ts';
import { countsInWords, percentOf } from '../tally.ts';
import { groupMatrixOf, matrixOf } from './matrix.ts';

const describeBrokenWaiver = ({ rule, reason, by, until, state }: JudgedWaiver): string => {
  const whose = by === undefined ? '' : ` by ${printable(by)}`;
  return state === 'expired'
    ? `the waiver of ${rule}${whose} expired on ${until} (${printable(reason)}): have the rule met, or renew the date in the profile`
    : `the waiver of ${rule}${whose} is stale, because the rule passes now (${printable(reason)}): remove it from the profile`;
};

const describeFigures = ({ conformance, coverage }: Result): string =>
  `conformance ${percentOf(conformance.held, conformance.judged)} (${conformance.held} of ${conformance.judged} judged rules passed) · ` +
  `coverage ${percentOf(coverage.judged, coverage.applicable)} (${coverage.judged} of ${coverage.applicable} applicable rules judged)`;

/** The proof behind the verdicts, in one line. */
export const describeSuite = ({ suite: { version, proven } }: Result): string =>
  `Selo ${version} · ${proven.rules} rules and ${proven.properties} properties · detection ${proven.caught} of ${proven.defects} defects · ` +
  `false positives on ${proven.falsePositives} of ${proven.variants} variants`;

const figuresReport = (result: Result): string[] => [countsInWords(result.counts), describeFigures(result)];

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
