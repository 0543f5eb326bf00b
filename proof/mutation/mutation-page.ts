import type { Excuse, Excused } from './ledger.ts';
import type { Judged, Mutant } from './mutant.ts';
import { leftOut } from './mutated-files.ts';
import { type Score, scoreOf } from './score.ts';

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const cell = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');

const caughtIn = ({ fates }: Score): number => fates.caught + fates['timed out'];
const excusedIn = ({ excused }: Score): number => Object.values(excused).reduce((sum, count) => sum + count, 0);

const rowOf = (name: string, score: Score): string => {
  const { mutants, brokenDown, open, share } = score;
  const counts = [mutants, caughtIn(score), open.length, brokenDown.length, excusedIn(score)];
  const shown = caughtIn(score) + open.length === 0 ? '–' : percent(share);
  return `| ${[name, ...counts, shown].join(' | ')} |`;
};

const meanings: Record<Excuse, string> = {
  equivalent: 'The changed code does the same',
  open: 'The changed platform is another legal one: what it does otherwise is left open by the document',
  unseen: 'What it does otherwise cannot be seen through requests and notifications',
};

const excusesIn = (entries: readonly Excused[], excuse: Excuse): string[] => {
  const rows = entries
    .filter((entry) => entry.excuse === excuse)
    .map(({ file, code, because }) => `| ${file} | \`${cell(code)}\` | ${cell(because)} |`);
  return rows.length === 0
    ? []
    : [`### ${meanings[excuse]}`, '', '| file | code | why |', '|---|---|---|', ...rows, ''];
};

export const mutationPage = (
  judged: readonly Judged[],
  missing: number,
  entries: readonly Excused[],
  find: (mutant: Mutant) => Excused | undefined,
): string => {
  const total = scoreOf(judged, find);
  const byFile = Map.groupBy(judged, ({ mutant }) => mutant.file);
  const rows = [...byFile].toSorted().map(([file, ofFile]) => rowOf(file, scoreOf(ofFile, find)));
  const { fates, excused, open, brokenDown } = total;
  const openRows = open.map(({ mutant, fate, message }) => {
    const place = `${mutant.file}:${mutant.line}`;
    const change = `\`${cell(mutant.original).slice(0, 80)}\` becomes \`${cell(mutant.replacement).slice(0, 80)}\``;
    return `| ${place} | ${change} | ${fate} | ${cell(message.split('\n')[0] ?? '').slice(0, 160)} |`;
  });
  return [
    '# Mutation testing',
    '',
    '`npm run proof:mutation -- --page reports/out/mutation.md` writes this page.',
    '',
    "Every small change that a mutation tool knows is made to the reference platform's rule code, one at a time, and the",
    'simulated platform is judged by all rules and properties. A mutant counts as caught when one fails that passes without',
    'it, or when the platform never ends. A mutant that leaves rules unverified and fails none is not caught: nothing shows',
    'that the target is wrong.',
    '',
    `**${percent(total.share)}** of the mutants that can be caught are caught: ${caughtIn(total)} of ${caughtIn(total) + open.length}.`,
    '',
    ...(missing === 0 ? [] : [`- **${missing} mutants are not judged**, and in none of these figures.`]),
    `- ${fates.caught} failed a rule, and ${fates['timed out']} never came to an end.`,
    `- ${open.length} should be caught and ${open.length === 1 ? 'is' : 'are'} not.`,
    `- On ${brokenDown.length} the platform breaks down and no rule fails: it does not start, or no run can be set up on it, or its`,
    '  internal errors come with other answers to the same step, or where the document leaves the answer open. The rules',
    '  that meet a 500 are then unverified and say so. They are counted in neither way; counted as not caught they would make',
    `  it ${percent(total.shareOfAll)}.`,
    `- ${excusedIn(total)} need not be caught, for the reasons below: ${excused.equivalent} do the same, ${excused.open} are another legal platform, ${excused.unseen} cannot be`,
    '  seen from outside.',
    '',
    '| file | mutants | caught | not caught | breaks down | need not be | share |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    rowOf('all', total),
    '',
    '## Files that are left out',
    '',
    ...leftOut.map(({ files, because }) => `- \`${files}\`: ${because}`),
    '',
    ...(open.length === 0
      ? []
      : ['## Not caught', '', '| place | change | what became of it | seen |', '|---|---|---|---|', ...openRows, '']),
    '## Mutants that need not be caught',
    '',
    ...excusesIn(entries, 'equivalent'),
    ...excusesIn(entries, 'open'),
    ...excusesIn(entries, 'unseen'),
  ].join('\n');
};
