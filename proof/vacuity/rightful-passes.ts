import type { Degradation } from './degraded-answers.ts';
import type { Vacuous } from './judge-degraded.ts';

/** Rules that rightly pass without the subject of an assertion, because they assert its absence. */
export interface Rightful<Form> {
  rules: readonly string[];
  forms: readonly Form[];
  /** Why the rules are right, and what shows that there could have been something. */
  why: string;
}

const withoutContent = ['no body', 'an empty object', 'an HTML page'] as const;

const numbered = (section: string, first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => `${section}-${first + index}`);

/** Rules that may pass with one degraded step. */
export const rightfulAtOneStep: readonly Rightful<Vacuous['form']>[] = [
  {
    rules: [...numbered('AUTH', 10, 13), 'AUTH-16', 'AUTH-17'],
    forms: withoutContent,
    why: 'all that follows from the document is that no data comes back; with the right token the same request brings it',
  },
  {
    rules: numbered('ISO', 1, 9),
    forms: withoutContent,
    why: "any answer without the record is right to a company that does not own it; its owner's same lookup shows it",
  },
  {
    rules: ['ISO-39'],
    forms: withoutContent,
    why: "any answer without the record is right to a company that does not own it; its owner's same lookup is accepted",
  },
  {
    rules: ['ISO-42'],
    forms: withoutContent,
    why: "a response to the write need not show anything; its own company's lookup shows its own customer",
  },
  {
    rules: ['ORD-48'],
    forms: withoutContent,
    why: 'any answer without that message is right; how a used coupon is refused is not shown',
  },
  {
    rules: [...numbered('FLOW', 9, 14), 'COUP-41', 'FLOW-29', 'FLOW-44'],
    forms: withoutContent,
    why: 'how the lookup shows that an order has no coupon is not shown; another order shows its coupon by the same lookup',
  },
  {
    rules: ['AUTH-3', 'AUTH-7', 'AUTH-8'],
    forms: ['an HTML page'],
    why: 'an HTML page is what they assert',
  },
  {
    rules: [...numbered('CONV', 42, 55), 'HOOK-7'],
    forms: ['no body', 'an empty object'],
    why: 'an answer that says nothing warns of nothing; that the write was carried out a later lookup shows',
  },
  {
    rules: ['CONF-1'],
    forms: ['an empty object'],
    why: 'the fields of the configuration are not shown: any JSON is what it asserts',
  },
  {
    rules: [
      ...numbered('PAG', 8, 11),
      ...numbered('PAG', 20, 25),
      'PAG-30',
      'PAG-31',
      ...numbered('DATE', 1, 4),
      ...numbered('DATE', 16, 28),
    ],
    forms: ['an empty list'],
    why: 'a filter must leave a record out; the same list shows the record when the filter begins no later than it',
  },
  {
    rules: ['PAG-1', 'PAG-2', 'PAG-33', 'DATE-12', 'LIM-1'],
    forms: ['an empty list'],
    why: 'a list may be empty before the check has made records; it judges the page that shows them',
  },
  {
    rules: ['PAG-3', ...numbered('PAG', 14, 19)],
    forms: ['an empty list'],
    why: 'the page beyond the last must be empty; the first one shows records',
  },
  {
    rules: [...numbered('DLV', 26, 31), 'DLV-34', 'HOOK-5', 'FLOW-43'],
    forms: ['silence'],
    why: 'that nothing comes is what they assert; of an order that must be notified something does come',
  },
];

/** Rules that may pass on a target that degrades every answer, in addition to those that do not look at the subject. */
export const rightfulThroughout: readonly Rightful<Degradation>[] = [
  {
    rules: numbered('AUTH', 10, 12),
    forms: [...withoutContent, 'null'],
    why: 'no data comes back, also when none ever does; that the list is served with the right token, by status, is the control',
  },
  { rules: ['USER-6', 'PAS-2'], forms: ['no body'], why: 'the deletion of a user answers without a body' },
  { rules: ['PAS-1'], forms: [...withoutContent, 'null'], why: 'it looks only at statuses' },
  {
    rules: [...numbered('PAS', 15, 17), ...numbered('PAS', 22, 24)],
    forms: ['no body', 'an empty object', 'null', '404 to GET'],
    why: 'they look at what arrives at the capture, and at no answer',
  },
  {
    rules: ['LAW-69'],
    forms: ['no body', 'an empty object', 'null', '404 to GET'],
    why: 'that malformed JSON is refused with 400 is what it asserts; that the same body is accepted, by status, is the control',
  },
  {
    rules: ['LAW-66', 'LAW-67'],
    forms: ['an empty list'],
    why: 'that the value is refused is what they assert, and no record is looked at',
  },
  {
    rules: ['CONF-1'],
    forms: ['an empty object', 'null'],
    why: 'the fields of the configuration are not shown: any JSON is what it asserts',
  },
  {
    rules: ['CONF-2'],
    forms: ['no body', 'an empty object', 'null'],
    why: 'unknown parameters stay as they are; CONF-1 asserts that there is JSON',
  },
  { rules: ['PAS-3'], forms: ['an empty object', 'null'], why: 'both are JSON, and that is all it asserts' },
  {
    rules: [...numbered('PAS', 1, 11), ...numbered('PAS', 13, 17), 'PAS-19', ...numbered('PAS', 21, 26)],
    forms: ['an empty list'],
    why: 'they hold against every answer of the run: lookups, refusals, notifications and envelopes are as they were',
  },
  {
    rules: numbered('PAS', 1, 6),
    forms: ['404 to GET'],
    why: 'they hold against every answer of the run: those to writes are as they were, and the 404s are well formed',
  },
  {
    rules: ['PAS-18'],
    forms: [
      ...withoutContent,
      ...(['null', 'an empty list', 'nothing but 400', 'nothing but 403'] as const),
      ...(['nothing but 404', 'nothing but 422', '404 to GET'] as const),
    ],
    why: 'any answer but 500 is what it asserts',
  },
  { rules: ['PAS-4'], forms: ['nothing but 400'], why: 'a 400 whose message is a list is what it asserts' },
  {
    rules: ['ERR-5', 'PAS-6'],
    forms: ['404 to GET', 'nothing but 404'],
    why: 'a 404 whose message is a text is what they assert',
  },
  {
    rules: ['ERR-6', 'PAS-5'],
    forms: ['nothing but 422'],
    why: 'a 422 whose message is a text is what they assert',
  },
];
