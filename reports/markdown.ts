import { adviceOn, describeAdvice } from './advice.ts';
import { describeSuite } from './console-report.ts';
import { repeatCommand } from './describe-search.ts';
import { describeSettled } from './describe-settled.ts';
import { findingOf, traceOf } from './finding.ts';
import { judgeRun } from './judge-run.ts';
import { brokenWaivers, termsOf, unwaived, waiverOf } from './judge-waivers.ts';
import { sectionTitles } from './listed-rules.ts';
import { code, codeBlock, words } from './markdown-text.ts';
import { signOf } from './paint.ts';
import { excerpt } from './printable.ts';
import { reasonKind } from './reason-kind.ts';
import { type JudgedWaiver, outcomes, type ReportedVerdict, type Result } from './result.ts';
import { percentOf, type Tally, tallyOf } from './tally.ts';

/** What GitHub takes as the summary of a step; of more it shows nothing at all. */
const mostBytes = 1024 * 1024;
const longestAdvice = 600;

const adviceInWords = (verdict: ReportedVerdict): string =>
  words(excerpt(describeAdvice(adviceOn(verdict)), longestAdvice));

const rowOf = (title: string, verdicts: number, { counts, conformance, coverage }: Tally): string => {
  const cells = [
    title,
    verdicts,
    ...outcomes.map((outcome) => (counts[outcome] === 0 ? '·' : counts[outcome])),
    percentOf(conformance.held, conformance.judged),
    percentOf(coverage.judged, coverage.applicable),
  ];
  return `| ${cells.join(' | ')} |`;
};

const matrix = ({ verdicts }: Result): string => {
  const heading = ['Section', 'rules', ...outcomes, 'conformance', 'coverage'];
  const rows = [...Map.groupBy(verdicts, ({ section }) => section)].map(([section, own]) =>
    rowOf(words(sectionTitles.get(section) ?? section), own.length, tallyOf(own)),
  );
  return [
    `| ${heading.join(' | ')} |`,
    `| --- |${' ---: |'.repeat(heading.length - 1)}`,
    ...rows,
    rowOf('**All**', verdicts.length, tallyOf(verdicts)),
  ].join('\n');
};

const stabilityOf = ({ stability }: ReportedVerdict): string =>
  stability ? ` · ${stability.kind} (${stability.failed} of ${stability.of})` : '';

const faultOf = (result: Result, verdict: ReportedVerdict): string => {
  const { rule, text, source, level, outcome, violation, search } = verdict;
  const waiver = waiverOf(result, verdict);
  const trace = traceOf(result, verdict);
  const counterexample = search?.counterexample;
  return [
    `#### ${signOf[outcome]} ${words(`${rule}  ${text}`)}`,
    '',
    `${words(source)} · ${level}${stabilityOf(verdict)}`,
    '',
    ...(violation
      ? [`- ${code(violation.pointer)}: expected ${code(violation.expected)}, got ${code(violation.actual)}`]
      : [`- ${code(findingOf(verdict))}`]),
    ...(waiver ? [`- waived ${words(termsOf(waiver))}: ${code(waiver.reason)}`] : []),
    ...(counterexample
      ? [`- drawn: ${code(counterexample.drawn)}`, `- repeat: ${code(repeatCommand(result, verdict))}`]
      : []),
    `- to do: ${adviceInWords(verdict)}`,
    ...(trace.length === 0 ? [] : ['', codeBlock('sh', trace)]),
  ].join('\n');
};

/** What was not judged for one cause: each reason once, with its rules and what to do. */
const unverifiedOf = (cause: string, verdicts: readonly ReportedVerdict[]): string => {
  const groups = Map.groupBy(verdicts, ({ reason = '' }) => reasonKind(reason));
  const lines = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const like = group.every(({ reason }) => reason === first.reason) ? '' : ' (and the like)';
    const rules = group.map(({ rule }) => words(rule)).join(', ');
    return [`- ${code(first.reason ?? 'no reason given')}${like}: ${rules}<br>to do: ${adviceInWords(first)}`];
  });
  return [`#### ${signOf.unverified} ${words(cause)}: ${verdicts.length}`, '', ...lines].join('\n');
};

const waiverInWords = (waiver: JudgedWaiver): string => {
  const { rule, reason, state } = waiver;
  const toDo: Record<JudgedWaiver['state'], string> = {
    applied: 'the failure does not count',
    idle: 'its rule was not judged',
    stale: 'its rule holds now: take it out of the profile',
    expired: 'have the rule met, or renew the date in the profile',
  };
  return `- ${words(rule)}: ${state}, ${words(termsOf(waiver))}, ${code(reason)}: ${toDo[state]}`;
};

/** A part with its blocks; the heading stays with the first. */
const part = (title: string, blocks: readonly string[]): string[] =>
  blocks.map((block, index) => (index === 0 ? `### ${title}\n\n${block}` : block));

const list = (texts: readonly string[]): string[] =>
  texts.length === 0 ? [] : [texts.map((text) => `- ${code(text)}`).join('\n')];

/** The parts in the order in which someone must act on them. */
const findings = (result: Result): string[] => {
  const { verdicts, waivers, faults, troubles } = result;
  const told = (chosen: readonly ReportedVerdict[]): string[] => chosen.map((verdict) => faultOf(result, verdict));
  const broken = brokenWaivers(result);
  const causes = Map.groupBy(
    verdicts.filter(({ outcome }) => outcome === 'unverified'),
    ({ cause }) => cause ?? 'no cause given',
  );
  return [
    ...part('Faults of the suite itself', list(faults)),
    ...part('Errors: the suite failed, not the target', told(verdicts.filter(({ outcome }) => outcome === 'error'))),
    ...part('Failed', told(unwaived(result, 'fail'))),
    ...part('Waivers that no longer count', broken.length === 0 ? [] : [broken.map(waiverInWords).join('\n')]),
    ...part('Warnings', told(unwaived(result, 'warn'))),
    ...part('Trouble at the target', list(troubles)),
    ...part(
      'Not judged',
      [...causes].map(([cause, own]) => unverifiedOf(cause, own)),
    ),
    ...part('Failed, but waived', told(verdicts.filter((verdict) => waiverOf(result, verdict) !== undefined))),
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
  const { run, target, conformance, coverage } = result;
  const seconds = ((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1000).toFixed(1);
  return [
    `## Selo: ${words(judgeRun(result, { strict: false }).told)}`,
    '',
    `**Conformance ${percentOf(conformance.held, conformance.judged)}** (${conformance.held} of ${conformance.judged} judged rules hold) · ` +
      `**coverage ${percentOf(coverage.judged, coverage.applicable)}** (${coverage.judged} of ${coverage.applicable} applicable rules judged)`,
    '',
    `${code(target.name)} at ${code(target.baseUrl)} · run ${code(run.id)} · ${run.depth} depth · seed ${run.seed} · ${run.requests} requests · ${seconds} s`,
  ].join('\n');
};

/** As many of the blocks as fit, whole; where not all do, it is said. */
const bounded = (blocks: readonly string[], closing: string): string => {
  const between = '\n\n';
  const cutOff = (count: number): string =>
    `**Cut here:** ${count} more ${count === 1 ? 'part does' : 'parts do'} not fit into a summary; the result document has ${count === 1 ? 'it' : 'them all'}.`;
  const bytesOf = (text: string): number => Buffer.byteLength(text + between);
  const room = mostBytes - bytesOf(closing) - bytesOf(cutOff(blocks.length));
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
 * A result as Markdown for the summary of a GitHub step: what the run comes to, the matrix, then what
 * someone must act on, failures first. At most 1 MiB; nothing that a target wrote is markup in it.
 */
export const markdownOf = (result: Result): string =>
  bounded(
    [opening(result), matrix(result), ...describeSettled(result).map(words), ...findings(result)],
    words(describeSuite(result)),
  );
