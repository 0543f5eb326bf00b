import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { brokenRecords } from '../../certify/obligations/breaches/test-all-breaches.ts';
import { obligations } from '../../certify/obligations/obligations.ts';
import { commands } from '../../cli/commands.ts';
import { describeExplanation, explanationOf } from '../../reports/failures/explain-rule.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { notesOf } from '../docs/commands-page.ts';
import { commentsOfSources, textsOfDocument, textsOfSources } from './read-texts.ts';
import { sentenceFaults } from './sentence-faults.ts';

const root = join(import.meta.dirname, '../..');

const faultsIn = (texts: readonly { where: string; text: string }[]): string[] => [
  ...new Set(texts.flatMap(({ where, text }) => sentenceFaults(text).map((fault) => `${where}: ${fault}`))),
];

test.each([
  ['the order is found by its id alone', 'ends in (alone)'],
  ['Tell it anew.', 'anew: write again'],
  ['3 orders, of which 2 were served', 'clause (of which)'],
  ['Is sent to the receiver', 'passive opening (Is )'],
  ['Without a token no list comes back', 'opens with a preposition and no comma'],
  ['for 3 of 5 rules the target gave no answer', 'opens with a preposition and no comma'],
  ['the clocks are synchronised', 'British spelling (synchronised)'],
  [`${'word '.repeat(31)}end`, 'over 30 words'],
])('%s has a fault: %s', (text, fault) => {
  expect(sentenceFaults(text).some((found) => found.startsWith(fault))).toBe(true);
});

test.each([
  'A token that is missing returns 401',
  'Without a token, `GET /products` returns 401',
  'Is the target up?',
  'without the right second header',
])('%s has no fault', (text) => {
  expect(sentenceFaults(text)).toEqual([]);
});

test('every string that people read is plain', () => {
  const texts = textsOfSources(root);
  expect(texts.length).toBeGreaterThan(7000);
  expect(faultsIn(texts)).toEqual([]);
});

test('no string that people read names a type of the code', () => {
  const named = textsOfSources(root).flatMap(({ where, text }) => {
    const source = readFileSync(join(root, where.replace(/:\d+$/, '')), 'utf8');
    const words = text.replaceAll(/`[^`]*`|'[^']*'/g, '').match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? [];
    const types = words.filter((word) =>
      new RegExp(`^(?:export )?(?:interface|type|class) ${word}\\b`, 'm').test(source),
    );
    return types.map((type) => `${where}: ${type}`);
  });
  expect(named).toEqual([]);
});

test('every comment of the sources is plain', () => {
  const texts = commentsOfSources(root);
  expect(texts.length).toBeGreaterThan(6500);
  expect(faultsIn(texts)).toEqual([]);
});

test('every sentence of the documents is plain', () => {
  const files = globSync(['*.md', 'docs/**/*.md', '*/README.md', 'examples/**/*.md'], {
    cwd: root,
    exclude: ['node_modules'],
  });
  expect(files.length).toBeGreaterThan(40);
  const faults = faultsIn(files.flatMap((file) => textsOfDocument(root, file)));
  expect(faults).toEqual([]);
});

test('every explanation of a rule is plain', () => {
  // the related rules have explanations of their own, and the lists of needs no sentence
  const texts = listedRules.flatMap((rule) =>
    describeExplanation({ ...explanationOf(rule), related: [], standsFor: [], needs: [] }).map((line) => ({
      where: rule.id,
      text: line.trim(),
    })),
  );
  expect(texts.length).toBeGreaterThan(listedRules.length * 5);
  expect(faultsIn(texts)).toEqual([]);
});

test('every obligation and its messages are plain', () => {
  const texts = obligations.flatMap(({ id, text, inferred = '' }) =>
    [text, inferred].map((each) => ({ where: id, text: each })),
  );
  const messages = brokenRecords.flatMap(([id, , recordOf]) => {
    const observations = obligations.find((each) => each.id === id)?.judge(recordOf()) ?? [];
    return observations.flatMap(({ held, seen = '' }) => (held ? [] : [{ where: id, text: seen }]));
  });
  expect(messages.length).toBeGreaterThan(obligations.length);
  expect(faultsIn([...texts, ...messages])).toEqual([]);
});

const helpOf = (command: Command, parent: string): { where: string; text: string }[] => {
  const where = `${parent} ${command.name()}`;
  const described: readonly (Argument | Option)[] = [...command.registeredArguments, ...command.options];
  // a long entry goes on in the next lines, below its text; four spaces begin a command line
  const notes = notesOf(command)
    .replaceAll(/\n {5,}/g, ' ')
    .split('\n')
    .filter((line) => !line.startsWith('    '))
    .map((line) => line.replace(/^ +\S+ {2,}/, ''));
  return [
    ...[command.description(), ...described.map(({ description }) => description), ...notes].map((text) => ({
      where,
      text,
    })),
    ...command.commands.flatMap((each) => helpOf(each, where)),
  ];
};

test('the help of every command is plain', async () => {
  const loaded = await Promise.all(Object.values(commands).map((load) => load()));
  const texts = loaded.flatMap((command) => helpOf(command, 'selo'));
  expect(texts.length).toBeGreaterThan(100);
  expect(faultsIn(texts)).toEqual([]);
});
