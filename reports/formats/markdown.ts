import { counted } from '../../core/counted.ts';
import { outcomes } from '../../core/outcome.ts';
import type { JudgedWaiver, ProfileFault, Result } from '../../core/result.ts';
import { isFault, isUnverified, type UnverifiedVerdict, type Verdict } from '../../core/verdict.ts';
import {
  brokenWaivers,
  concludeRun,
  figuresInWords,
  missedCoverage,
  percentagesOf,
  type Tally,
  tallyOf,
  termsOf,
  unjudgedRequired,
  unwaived,
  waiverMeaning,
  waiverOf,
} from '../conclude.ts';
import { adviceInWords, describeAdvice, findingOf, traceOf } from '../failures/describe-fault.ts';
import { refusedRequestInWords, responseInWords } from '../failures/evidence-in-words.ts';
import { groupsByCause, groupsByReason } from '../failures/leading-exchanges.ts';
import { repeatCommand } from '../failures/repeat/commands.ts';
import {
  changesInWords,
  describeSettled,
  inSentences,
  passedInWords,
  stabilityInWords,
  statementsOf,
} from '../failures/verdict-in-words.ts';
import { impactOf, verdictsByGroup } from '../groups.ts';
import { code, codeBlock, words } from '../kit/markdown-text.ts';
import { excerpt, signOf } from '../kit/printable.ts';
import { sectionTitleOf } from '../listed-rules.ts';
import { describeSuite } from './console-report.ts';

/** GitHub shows no summary that is larger. */
const maxBytes = 1024 * 1024;
const maxAdviceLength = 600;

const toDoOn = (verdict: Verdict): string => words(excerpt(adviceInWords(verdict), maxAdviceLength));

const rowOf = (title: string, verdicts: number, tally: Tally): string => {
  const cells = [title, verdicts, ...outcomes.map((outcome) => tally.counts[outcome] || '·'), ...percentagesOf(tally)];
  return `| ${cells.join(' | ')} |`;
};

const tableOf = (rows: string, lines: readonly string[]): string => {
  const heading = [rows, 'rules', ...outcomes, 'conformance', 'coverage'];
  return [`| ${heading.join(' | ')} |`, `| --- |${' ---: |'.repeat(heading.length - 1)}`, ...lines].join('\n');
};

const matrix = ({ verdicts }: Result): string => {
  const rows = [...Map.groupBy(verdicts, ({ section }) => section)].map(([section, own]) =>
    rowOf(words(sectionTitleOf(section)), own.length, tallyOf(own)),
  );
  return tableOf('Section', [...rows, rowOf('**All**', verdicts.length, tallyOf(verdicts))]);
};

const groupTable = ({ verdicts }: Result): string =>
  tableOf(
    'Group',
    verdictsByGroup(verdicts).map(([group, own]) => rowOf(group, own.length, tallyOf(own))),
  );

const faultOf = (result: Result, verdict: Verdict): string => {
  const { rule, text, source, level, outcome, search } = verdict;
  const sentences = inSentences(verdict);
  const impact = impactOf(verdict);
  const waiver = waiverOf(result, verdict);
  const trace = traceOf(result, verdict);
  const counterexample = search?.counterexample;
  return [
    `#### ${signOf[outcome]} ${words(`${rule}  ${text}`)}`,
    '',
    [words(source), level, ...stabilityInWords(verdict)].join(' · '),
    '',
    ...(sentences
      ? [
          ...statementsOf(verdict).map((statement) => `- document: ${words(statement)}`),
          ...(impact === undefined ? [] : [`- impact: ${words(impact)}`]),
          `- expected: ${code(sentences.expected)}`,
          `- got: ${code(sentences.got)}`,
          ...changesInWords(verdict).map((change) => `- changed: ${words(change)}`),
          ...passedInWords(verdict).map((held) => `- passed: ${words(held)}`),
        ]
      : [`- ${code(findingOf(verdict))}`]),
    ...(waiver ? [`- waived ${words(termsOf(waiver))}: ${code(waiver.reason)}`] : []),
    ...(counterexample ? [`- drawn: ${code(counterexample.drawn)}`] : []),
    ...(isFault(verdict) ? [`- repeat: ${code(repeatCommand(result, verdict))}`] : []),
    `- to do: ${toDoOn(verdict)}`,
    ...(trace.length === 0 ? [] : ['', codeBlock('sh', trace)]),
  ].join('\n');
};

/** Faults whose probable cause another one has shown in full, one line each. */
const briefly = (result: Result, faults: readonly Verdict[]): string[] => {
  if (faults.length === 0) return [];
  const lines = faults.map((verdict) => {
    const repeat = code(repeatCommand(result, verdict));
    return `- ${signOf[verdict.outcome]} ${words(`${verdict.rule}  ${verdict.text}`)}: ${code(findingOf(verdict))}; ${repeat}`;
  });
  return [`Probably the same cause:`, lines.join('\n')];
};

const folded = (summary: string, text: string): string =>
  `<details><summary>${summary}</summary>\n\n${text}\n\n</details>`;

/** The rules that one cause kept from being judged, by reason. */
const unverifiedOf = (cause: string, verdicts: readonly UnverifiedVerdict[]): string => {
  const lines = groupsByReason(verdicts, (verdict) => verdict).map(({ first, items, reason, suffix }) => {
    const rules = items.map(({ rule }) => words(rule)).join(', ');
    return `- ${code(reason)}${suffix}: ${rules}<br>to do: ${toDoOn(first)}`;
  });
  const reasons = lines.length === 1 ? 'the reason' : `the ${lines.length} reasons`;
  return [`#### ${signOf.unverified} ${words(cause)}: ${verdicts.length}`, '', folded(reasons, lines.join('\n'))].join(
    '\n',
  );
};

const waiverInWords = (waiver: JudgedWaiver): string => {
  const { rule, reason, state } = waiver;
  return `- ${words(rule)}: ${state}, ${words(termsOf(waiver))}, ${code(reason)}: ${waiverMeaning[state]}`;
};

/** The blocks of a part. The heading belongs to the first, so that both fit or neither. */
const part = (title: string, blocks: readonly string[]): string[] =>
  blocks.map((block, index) => (index === 0 ? `### ${title}\n\n${block}` : block));

const list = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [texts.map((text) => `- ${code(text)}`).join('\n')];

const profileFaultOf = ({ key, message, refused, rules }: ProfileFault): string =>
  [
    `#### ${code(key)}: ${counted(rules.length, 'rule')} not tested`,
    '',
    ...(refused
      ? [`- sent: ${code(refusedRequestInWords(refused))}`, `- answer: ${code(responseInWords(refused))}`]
      : [`- ${code(message)}`]),
    `- to do: ${words(describeAdvice({ who: 'profile', what: 'correct this key, then run again' }))}`,
  ].join('\n');

/** The parts, most urgent first. */
const findings = (result: Result): string[] => {
  const { verdicts, waivers, faults, troubles, profileFaults = [] } = result;
  const said = (chosen: readonly Verdict[]): string[] =>
    groupsByCause(chosen).flatMap(([first, ...others]) =>
      first ? [[faultOf(result, first), ...briefly(result, others)].join('\n\n')] : [],
    );
  const broken = brokenWaivers(result);
  const [required, missed] = [unjudgedRequired(result), missedCoverage(result)];
  const causes = Map.groupBy(verdicts.filter(isUnverified), ({ cause }) => cause);
  return [
    ...part('Faults of the suite itself', list(faults)),
    ...part('Errors: the suite failed, not the target', said(verdicts.filter(({ outcome }) => outcome === 'error'))),
    ...part('Wrong in the profile', profileFaults.map(profileFaultOf)),
    ...part('Failed', said(unwaived(result, 'fail'))),
    ...part('Waivers that no longer count', broken.length === 0 ? [] : [broken.map(waiverInWords).join('\n')]),
    ...part('Required, but not judged', [
      ...(required.length === 0 ? [] : [unverifiedOf('required', required)]),
      ...(missed === undefined ? [] : list([missed])),
    ]),
    ...part('Warnings', said(unwaived(result, 'warn'))),
    ...part('Trouble at the target', list(troubles)),
    ...part(
      'Not judged',
      [...causes].map(([cause, own]) => unverifiedOf(cause, own)),
    ),
    ...part('Failed, but waived', said(verdicts.filter((verdict) => waiverOf(result, verdict) !== undefined))),
    ...part(
      'Waivers',
      waivers.length === broken.length
        ? []
        : [
            waivers
              .filter((each) => !broken.includes(each))
              .map(waiverInWords)
              .join('\n'),
          ],
    ),
  ];
};

const opening = (result: Result): string => {
  const { run, target } = result;
  const [conformance, coverage] = percentagesOf(result);
  const [passed, judged] = figuresInWords(result);
  const seconds = ((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  return [
    `## Selo: ${words(concludeRun(result).message)}`,
    '',
    `**Conformance ${conformance}** (${passed}) · **coverage ${coverage}** (${judged})`,
    '',
    `${code(target.name)} at ${code(target.baseUrl)} · run ${code(run.id)} · ${run.depth} depth · seed ${run.seed} · ${run.requests} requests · ${seconds} s`,
  ].join('\n');
};

/** The blocks that fit, and how many do not. */
const bounded = (blocks: readonly string[], closing: string): string => {
  const between = '\n\n';
  const cutOff = (count: number): string =>
    `**Cut here:** ${counted(count, 'more part does', 'more parts do')} not fit into a summary; the result document has ${count === 1 ? 'it' : 'them all'}.`;
  const bytesOf = (text: string): number => Buffer.byteLength(text + between);
  const room = maxBytes - bytesOf(closing) - bytesOf(cutOff(blocks.length));
  const kept: string[] = [];
  let bytes = 0;
  for (const block of blocks) {
    bytes += bytesOf(block);
    if (bytes > room) break;
    kept.push(block);
  }
  const left = blocks.length - kept.length;
  return `${[...kept, ...(left === 0 ? [] : [cutOff(left)]), closing].join(between)}\n`;
};

/**
 * A result as Markdown for the summary of a GitHub step, failures first. At most 1 MiB. Text of the target is never
 * markup.
 */
export const markdownOf = (result: Result): string =>
  bounded(
    [
      opening(result),
      folded('By section', matrix(result)),
      folded('By group', groupTable(result)),
      ...describeSettled(result).map(words),
      ...findings(result),
    ],
    words(describeSuite(result)),
  );
