import { expect, test } from 'vitest';
import { propertyDefects } from '../../properties/all-defects.ts';
import { isProperty, listedRules } from '../../reports/listed-rules.ts';
import proven from '../../reports/proven.json' with { type: 'json' };
import type { Defect } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { allVariants } from '../variants/all-variants.ts';
import type { VariantResult } from '../variants/judge-variant.ts';
import type { Seeded } from './campaign.ts';
import { figuresOf, type ProofResult, rulesWithoutDefect, tallyOfProof } from './proof-result.ts';

const [defect] = everyDefect;
if (!defect) throw new Error('there are defects');

const caught: Seeded = {
  defect,
  seed: 1,
  detection: {
    isCaught: true,
    named: { rule: defect.rule, text: 'fail' },
    failed: [defect.rule],
    unlisted: [],
    swallowed: [],
  },
};
const sound: VariantResult = {
  name: 'a',
  text: 'is legal',
  passed: 1,
  unverified: 0,
  falsePositives: [],
  unexpected: [],
  unneeded: [],
  requests: 1,
  durationMs: 1,
};
const whole = { judged: 1, differing: [] };
const alone = { judged: 2, differing: [] };
const late = { judged: 1, differing: [] };
const steps = { judged: 2, swallowed: [] };
const failedOf = (changes: Partial<ProofResult>): number =>
  tallyOfProof({ defects: [caught], whole, undefended: [], variants: [sound], alone, late, steps, ...changes }).failed;

test('every rule and every property has a defect that names it', () => {
  expect(rulesWithoutDefect(everyDefect)).toEqual([]);
});

test('a rule that no defect names is found', () => {
  const [first] = listedRules;
  expect(rulesWithoutDefect(everyDefect.filter(({ rule }) => rule !== first?.id))).toEqual([first?.id]);
});

test('each property has a defect that no check of a rule catches', () => {
  // a passive rule sees it in the requests of the property itself
  const isHidden = ({ also = [] }: Defect): boolean => also.every((id) => /^(?:LAW|PAS)-/.test(id));
  const shown: ReadonlySet<string> = new Set(propertyDefects.filter(isHidden).map(({ rule }) => rule));
  expect(listedRules.filter((rule) => isProperty(rule) && !shown.has(rule.id)).map(({ id }) => id)).toEqual([]);
});

test('no two defects of a rule say the same', () => {
  const texts = everyDefect.map(({ rule, text }) => `${rule}: a platform that ${text}`);
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
});

test('the figures that each report shows are those of this catalogue', () => {
  expect(proven, 'prove them again: npm run proof -- --record, then npm run docs').toEqual({
    rules: listedRules.filter((rule) => !isProperty(rule)).length,
    properties: listedRules.filter(isProperty).length,
    defects: everyDefect.length,
    caught: everyDefect.length,
    variants: allVariants.length,
    falsePositives: 0,
  });
});

test('a sound proof has no failure', () => {
  expect(failedOf({})).toBe(0);
});

test.each<[what: string, Partial<ProofResult>]>([
  ['a defect that is not caught', { defects: [{ ...caught, detection: { ...caught.detection, isCaught: false } }] }],
  [
    'a defect that fails more rules than it lists',
    { defects: [{ ...caught, detection: { ...caught.detection, unlisted: [{ rule: 'PAG-1', text: 'fail' }] } }] },
  ],
  ['a legal target with a false positive', { variants: [{ ...sound, falsePositives: ['PAG-1 · fail'] }] }],
  ['a legal target on which a rule is silent', { variants: [{ ...sound, unexpected: ['PAG-1 · unverified'] }] }],
  ['a rule without a defect', { undefended: ['PAG-1'] }],
  ['a defect on which all rules find something else', { whole: { judged: 1, differing: ['PAG-1 · a platform'] } }],
  ['a defect that is missed where changes show late', { late: { judged: 1, differing: ['PAG-1 alone: pass'] } }],
  ['a refused step that fails no rule', { steps: { judged: 2, swallowed: [{ name: 'refuses', reported: [] }] } }],
  ['a rule that says something else alone', { alone: { judged: 2, differing: ['PAG-1 alone: unverified'] } }],
])('%s fails the proof', (_, changes) => {
  expect(failedOf(changes)).toBe(1);
});

test('the figures count what was caught and which variants have false positives', () => {
  const missed = { ...caught, detection: { ...caught.detection, isCaught: false } };
  const falsePositives = { ...sound, falsePositives: ['PAG-1 · fail'] };
  const others = { whole, alone, late, steps };
  expect(
    figuresOf({ defects: [caught, missed], undefended: [], variants: [sound, falsePositives], ...others }),
  ).toEqual({
    rules: listedRules.filter((rule) => !isProperty(rule)).length,
    properties: listedRules.filter(isProperty).length,
    defects: 2,
    caught: 1,
    variants: 2,
    falsePositives: 1,
  });
});
