import { expect, test } from 'vitest';
import { listedRules } from '../../reports/listed-rules.ts';
import { ruleNamed, selectRules } from './select-rules.ts';

test('without a selection all rules are selected, the passive ones too', () => {
  expect(selectRules({})).toEqual(listedRules);
  expect(listedRules.some(({ isPassive }) => isPassive)).toBe(true);
});

test('sections and rules add up, each rule once, in the order of the catalogue', () => {
  const ids = selectRules({ sections: ['pagination'], rules: ['AUTH-1', 'PAG-2', 'pag-3'] }).map(({ id }) => id);
  const pagination = listedRules.filter(({ section }) => section === 'pagination').map(({ id }) => id);
  expect(ids).toEqual(['AUTH-1', ...pagination]);
});

test('an unknown rule is refused with the nearest ids', () => {
  expect(() => ruleNamed('PGA-2')).toThrow(/There is no rule PGA-2\. Did you mean PAG-2/);
});

test('an unknown section is refused with those that exist', () => {
  expect(() => selectRules({ sections: ['paging'] })).toThrow(/There is no section paging\. .*pagination/);
});

test('a group selects its rules across the sections, and an unknown one is refused with the nearest', () => {
  const ids = selectRules({ groups: ['messages'] }).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['HOOK-1', 'DLV-1', 'LAW-61', 'PAS-15']));
  expect(ids).not.toContain('PAG-2');
  expect(() => selectRules({ groups: ['mesages'] })).toThrow(/There is no group mesages\. Did you mean messages\?/);
});
