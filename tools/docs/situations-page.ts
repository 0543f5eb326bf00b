import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { cutOffMarkOf, pairMarkOf, pairs, timings, writers } from '../../certify/scenarios/pairs.ts';
import {
  answers,
  isDocumented,
  knowledges,
  type Mark,
  markOf,
  routesOf,
  type Situation,
  situations,
  unreachedRoutes,
} from '../../certify/scenarios/situations.ts';
import { markdownTable } from './markdown-table.ts';

const introduction = `# Situations of a certification

What [a certification](certify.md) plays: each action that has a partner send something, times each way in which the platform
may answer, times what the partner knows of the record. \`npm run docs\` writes this page, and a test compares each
scenario with what a session with the example shop recorded.

A cell names the scenario that plays the situation, or says with a number why none does. A dash stands for what cannot
happen. An answer with \\* is a trouble that the document does not show for that request.

| known as           | means                                                                  |
| ------------------ | ---------------------------------------------------------------------- |
| \`new\`              | neither side has the record: the request makes it                      |
| \`own\`              | the partner made the record, and an answer showed the platform's id    |
| \`given\`            | the platform made the record                                           |
| \`external id only\` | the partner made the record, and no answer showed the platform's id    |
| \`gone\`             | the platform no longer has the record                                  |
`;

const isImpossible = (mark: Mark | undefined): boolean => mark !== undefined && 'impossible' in mark;

const marks = [
  ...situations.map(markOf),
  ...pairs.flatMap((pair) => timings.map((timing) => pairMarkOf(pair, timing))),
  ...writers.map(cutOffMarkOf),
];
const refusals = [...new Set(marks.flatMap((mark) => (mark !== undefined && 'refused' in mark ? [mark.refused] : [])))];

const cellOf = (mark: Mark | undefined): string => {
  if (mark === undefined || 'impossible' in mark) return '–';
  return 'played' in mark ? `\`${mark.played}\`` : `(${refusals.indexOf(mark.refused) + 1})`;
};

const tableOf = (cause: Situation['cause'], request: Situation['request']): string[] => {
  const own = situations.filter((each) => each.cause === cause && each.request === request);
  const possible = own.filter((each) => !isImpossible(markOf(each)));
  if (possible.length === 0) return [];
  const columns = knowledges.filter((knows) => possible.some((each) => each.knows === knows));
  const rows = answers.filter((answer) => possible.some((each) => each.answer === answer));
  const routes = routesOf({ cause, request }).map((route) => `\`${route}\``);
  return [
    `${request === 'send' ? 'Sent' : 'Looked up'} by ${routes.join(', ')}:`,
    '',
    ...markdownTable(
      ['answer', ...columns.map((knows) => `\`${knows}\``)],
      rows.map((answer) => [
        `${answer}${isDocumented({ cause, request, answer, knows: 'own' }) ? '' : ' \\*'}`,
        ...columns.map((knows) => cellOf(markOf({ cause, request, answer, knows }))),
      ]),
    ),
    '',
  ];
};

const counted = (kind: string): number =>
  situations.filter((situation) => Object.keys(markOf(situation) ?? {}).includes(kind)).length;

const pairSection = [
  '## Two causes on one record',
  '',
  'The second cause depends on the first one. It comes after the first one has settled, at once with it, or with a restart in',
  'between or before its answer.',
  '',
  ...markdownTable(
    ['first', 'second', ...timings],
    pairs.map((pair) => [pair.first, pair.second, ...timings.map((timing) => cellOf(pairMarkOf(pair, timing)))]),
  ),
  '',
  'A restart between a write and its answer:',
  '',
  ...markdownTable(
    ['cause', 'restart'],
    writers.map((cause) => [cause, cellOf(cutOffMarkOf(cause))]),
  ),
  '',
];

const scenarioSection = [
  '## The scenarios in the order of a session',
  '',
  'A scenario is played if the partner declares its capabilities.',
  '',
  ...markdownTable(
    ['scenario', 'what happens', 'capabilities'],
    allScenarios.map(({ name, title, needs, needsOneOf }) => [
      `\`${name}\``,
      title,
      [...needs, ...(needsOneOf ? [`one of ${needsOneOf.join(', ')}`] : [])].join(', '),
    ]),
  ),
  '',
];

export const situationsPage = (): string => {
  const causes = [...new Set(situations.map(({ cause }) => cause))];
  return [
    introduction,
    `Of ${situations.length} situations, ${counted('played')} are played, ${counted('impossible')} are impossible, and ${counted('refused')} are left out.`,
    '',
    '## Why a situation is left out',
    '',
    ...refusals.map((why, index) => `${index + 1}. ${why}`),
    '',
    `No action reaches these routes: ${unreachedRoutes()
      .map((route) => `\`${route}\``)
      .join(', ')}.`,
    '',
    ...pairSection,
    ...scenarioSection,
    ...causes.flatMap((cause) => [`## ${cause}`, '', ...tableOf(cause, 'send'), ...tableOf(cause, 'look-up')]),
  ].join('\n');
};
