import { expect, test } from 'vitest';
import { isProperty, listedRules } from '../listed-rules.ts';
import { cataloguePage } from './catalogue-page.ts';

const page = cataloguePage();

test('the page shows each rule once, and each statement with its rules or the reason for none', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| '));
  for (const { id } of listedRules) expect(rows.filter((row) => row.startsWith(`| ${id} |`))).toHaveLength(1);
  const statements = rows.filter((row) => /^\| S\d{3} \|/.test(row));
  expect(statements).toHaveLength(228);
  expect(statements.filter((row) => /\| {2}\| {2}\|$/.test(row))).toEqual([]);
});

test('properties stand in tables of their own with the rules that they stand for, and in no row of a statement', () => {
  const properties = listedRules.filter(isProperty);
  expect(properties.length).toBeGreaterThan(0);
  for (const { id, standsFor = [] } of properties) {
    expect(page).toMatch(new RegExp(`^\\| ${id} \\|.*\\| ${standsFor.join(', ')} \\| \\d+, \\d+ \\|`, 'm'));
  }
  const [, statements = ''] = page.split('## Statements');
  expect(statements).not.toContain('LAW-');
});
