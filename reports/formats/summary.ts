import { countedIfAny } from '../../core/counted.ts';
import type { Result } from '../../core/result.ts';
import type { Verdict } from '../../core/verdict.ts';
import { brokenWaivers, concludeRun, countsInWords, percentagesOf, unwaived } from '../conclude.ts';
import { findingOf } from '../failures/describe-fault.ts';
import { groupsByCause } from '../failures/leading-exchanges.ts';
import { code, words } from '../kit/markdown-text.ts';
import { excerpt, signOf } from '../kit/printable.ts';

/** With the heading, the figures and the empty lines, this makes 20 lines. */
const maxFaults = 10;
const maxTextLength = 160;

/** One line for all faults with one probable cause. */
const faultLine = ([first, ...others]: readonly Verdict[]): string[] => {
  if (!first) return [];
  const { rule, text, outcome } = first;
  const named = others.map((other) => other.rule);
  const alike =
    others.length === 0 ? '' : `; probably the same cause: ${words(excerpt(named.join(', '), maxTextLength))}`;
  const said = code(excerpt(findingOf(first), maxTextLength));
  return [`- ${signOf[outcome]} **${words(rule)}** ${words(excerpt(text, maxTextLength))}: ${said}${alike}`];
};

const otherMatters = (result: Result): string[] => {
  const { counts, faults, profileFaults = [] } = result;
  return [
    ...countedIfAny(faults.length, 'fault of the suite', 'faults of the suite'),
    ...countedIfAny(profileFaults.length, 'wrong key in the profile', 'wrong keys in the profile'),
    ...countedIfAny(brokenWaivers(result).length, 'waiver that no longer counts', 'waivers that no longer count'),
    ...countedIfAny(unwaived(result, 'warn').length, 'warning', 'warnings'),
    ...countedIfAny(counts.unverified, 'rule not judged', 'rules not judged'),
  ];
};

/**
 * A result in at most 20 lines of Markdown, for a pull request or a chat: the conclusion, and one line for each cause.
 * Text of the target is never markup.
 */
export const summaryOf = (result: Result): string => {
  const { run, target, verdicts, counts } = result;
  const [conformance, coverage] = percentagesOf(result);
  const errors = verdicts.filter(({ outcome }) => outcome === 'error');
  const causes = groupsByCause([...errors, ...unwaived(result, 'fail')]);
  const left = causes.slice(maxFaults).flat().length;
  const others = otherMatters(result);
  return `${[
    `**Selo: ${words(concludeRun(result).message)}**`,
    '',
    `Conformance **${conformance}**, coverage **${coverage}** · ${code(target.name)} · run ${code(run.id)} · ${countsInWords(counts)}`,
    ...(causes.length === 0 ? [] : ['', ...causes.slice(0, maxFaults).flatMap(faultLine)]),
    ...(left === 0 ? [] : [`- and ${left} more`]),
    ...(others.length === 0 ? [] : ['', `Also: ${others.join(', ')}.`]),
  ].join('\n')}\n`;
};
