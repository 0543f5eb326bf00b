import { expect, test } from 'vitest';
import { statementCount } from '../core/statement.ts';
import { sections } from './catalogue.ts';
import { documented } from './documented.ts';
import { passive } from './passive/rules.ts';
import { ledger } from './statements.ts';
import { levelFault } from './test-level-fault.ts';

const numbered = Array.from({ length: statementCount }, (_, index) => `S${String(index + 1).padStart(3, '0')}`);
const allRules = [...sections.flatMap(({ rules }) => rules), ...passive];
const ruled = new Set<string>(allRules.flatMap(({ statements }) => statements));

test('every statement of the document is a rule or stands in the ledger', () => {
  expect(numbered.filter((id) => !ruled.has(id) && !(id in ledger))).toEqual([]);
});

test('no statement stands in the ledger although a rule judges it', () => {
  expect(Object.keys(ledger).filter((id) => ruled.has(id))).toEqual([]);
});

test('rules and ledger name only statements that the document has', () => {
  expect([...ruled, ...Object.keys(ledger)].filter((id) => !numbered.includes(id))).toEqual([]);
});

test('no rule id is used twice', () => {
  const ids = allRules.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

test('every statement is said in a sentence of our own', () => {
  expect(Object.keys(documented)).toEqual(numbered);
});

test('the level of every rule rests on its first statement', () => {
  expect(allRules.map(levelFault).filter((fault) => fault !== undefined)).toEqual([]);
});
