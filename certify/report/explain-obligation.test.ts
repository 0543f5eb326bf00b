import { expect, test } from 'vitest';
import { obligations } from '../obligations/obligations.ts';
import { explainObligation } from './explain-obligation.ts';

const explained = (id: string): string => {
  const obligation = obligations.find((each) => each.id === id);
  if (obligation === undefined) throw new Error(`no obligation ${id}`);
  return explainObligation(obligation, (statement) => `what ${statement} says of the platform`).join('\n');
};

test.each([
  ['PART-1', /level +must: the document requires it of a partner\n/],
  ['PART-85', /level +must: it is promised by the declared capability\n/],
  ['PART-77', /level +should: the document recommends it\n/],
  ['PART-178', /level +should: an update with a code that no coupon has is refused, /],
])('%s is explained with the reason for its level', (id, level) => {
  expect(explained(id)).toMatch(level);
});

test.each([
  ['PART-1', /for +every partner\n/],
  ['PART-77', /for +partners that declare webhooks\n/],
  ['PART-117', /for +partners that declare webhooks or coupons\n/],
])('%s is explained with the partners that it binds', (id, partners) => {
  expect(explained(id)).toMatch(partners);
});

test('a statement has the sentence about partners, or else the one about the platform', () => {
  expect(explained('PART-12')).toMatch(
    /statements +S124 An order is updated .*\n +S121 what S121 says of the platform\n/,
  );
});
