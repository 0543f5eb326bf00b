import { expect, test } from 'vitest';
import { testProfile } from '../../fixtures/test-profile.ts';
import { listedRules } from '../../reports/listed-rules.ts';
import { requirementsOn } from './requirements.ts';
import { selectRules } from './select-rules.ts';

const { profile } = testProfile('http://127.0.0.1:1');
const pagination = selectRules({ sections: ['pagination'] });

test('groups, sections and rules can be required, by the command line and by the profile', () => {
  const { required } = requirementsOn(
    { require: ['stores', 'pag-2'] },
    { ...profile, require: ['smoke'] },
    listedRules,
  );
  const ids = required.map(({ rule }) => rule);
  expect(ids).toEqual(expect.arrayContaining(['STORE-1', 'STORE-2', 'PAG-2', 'AUTH-1']));
  expect(required.filter(({ isNamed }) => isNamed).map(({ rule }) => rule)).toEqual(['PAG-2']);
});

test('a run of a few rules asks no more of the profile than it selects', () => {
  const { required, catalogue } = requirementsOn({}, { ...profile, require: ['PAG-2', 'stores'] }, pagination);
  expect({ required, catalogue }).toEqual({
    required: [{ rule: 'PAG-2', isNamed: true }],
    catalogue: listedRules.length,
  });
});

test('the command line outweighs the minimum of the profile', () => {
  expect(requirementsOn({}, profile, pagination)).toMatchObject({ minCoverage: 90, isMinimumChosen: false });
  const chosen = { ...profile, minCoverage: 95 };
  expect(requirementsOn({}, chosen, pagination)).toMatchObject({ minCoverage: 95, isMinimumChosen: true });
  expect(requirementsOn({ minCoverage: 50 }, chosen, pagination)).toMatchObject({ minCoverage: 50 });
});

test.each<[what: string, require: string[], said: string]>([
  ['a group that there is not', ['securty'], 'There is no group, section or rule securty. Did you mean security'],
  ['a rule that there is not', ['PGA-2'], 'Did you mean PAG-2'],
  ['what the run does not select', ['smoke'], 'this run does not select AUTH-1'],
])('%s is refused', (_, require, said) => {
  expect(() => requirementsOn({ require }, profile, pagination)).toThrow(said);
});

test('a name that the profile requires and there is not is reported by the key', () => {
  expect(() => requirementsOn({}, { ...profile, require: ['monney'] }, pagination)).toThrow(
    /^require of the profile ".*": There is no group, section or rule monney. Did you mean money/,
  );
});
