import { expect, test } from 'vitest';
import { propertySections } from '../../properties/all-properties.ts';
import { sections } from '../../suites/catalogue.ts';
import type { Rule } from '../../suites/rule.ts';
import { judgingLimit } from '../test-judging-limit.ts';
import { type Degradation, degradations } from './degraded-answers.ts';
import { type Judged, judgeDegraded, type LooksAt, passingOn, type Vacuous } from './judge-degraded.ts';
import { type Rightful, rightfulAtOneStep, rightfulThroughout } from './rightful-passes.ts';

/** The rules of a section on one platform, and each rule that uses up a user on its own: a platform has few users. */
const together = (rules: readonly Rule[]): (readonly Rule[])[] => {
  const usingUp = rules.filter(({ needs = [] }) => needs.some((need) => need.endsWith('disposable user')));
  return [rules.filter((rule) => !usingUp.includes(rule)), ...usingUp.map((rule) => [rule])];
};

const judgeAll = (): Promise<Judged[]> =>
  Promise.all(sections.flatMap(({ rules }) => together(rules)).map(judgeDegraded));

/** Properties look at bodies; at the records of lists, those that are about lists. */
const looksOfProperties: readonly (readonly [string, LooksAt])[] = propertySections.flatMap(({ name, properties }) =>
  properties.map(({ id, readsLists }) => {
    return [id, { bodies: true, lists: readsLists !== undefined || name === 'properties-lists', more: true }] as const;
  }),
);

const covers = <Form>({ rules, forms }: Rightful<Form>, rule: string, form: Form): boolean =>
  rules.includes(rule) && forms.includes(form);

const reported = ({ rule, form, at, asserted }: Vacuous): string => `${rule} passes on ${form} at ${at}: ${asserted}`;

test(
  'no rule passes with a step that it looks at degraded, nor when no notification comes, except those about nothing',
  judgingLimit,
  async () => {
    const parts = await judgeAll();
    expect(parts.flatMap(({ notPassing }) => notPassing)).toEqual([]);
    const passed = parts.flatMap(({ vacuous }) => vacuous);
    const isRightful = ({ rule, form }: Vacuous): boolean =>
      rightfulAtOneStep.some((entry) => covers(entry, rule, form));
    expect(passed.filter((one) => !isRightful(one)).map(reported)).toEqual([]);
    // what no longer passes is no longer to be excused
    const isStale = (entry: Rightful<Vacuous['form']>): boolean =>
      !passed.some(({ rule, form }) => covers(entry, rule, form));
    expect(rightfulAtOneStep.filter(isStale).map(({ why }) => why)).toEqual([]);
    // nearly every step was met again: walks through pages have more steps at one time than at another
    const tried = parts.reduce((sum, part) => sum + part.tried, 0);
    expect(tried).toBeGreaterThan(2000);
    expect(parts.flatMap(({ missed }) => missed).length).toBeLessThan(tried / 20);

    const looksAt = new Map([...parts.flatMap((part) => [...part.looksAt]), ...looksOfProperties]);
    const wholly = await Promise.all(forms.map(async (form) => ({ form, passing: await passingOn(form) })));
    const vacuous = wholly.flatMap(({ form, passing }) =>
      passing
        .filter((rule) => !mayPassThroughout(form, looksAt.get(rule)))
        .filter((rule) => !rightfulThroughout.some((entry) => covers(entry, rule, form)))
        .map((rule) => `${rule} passes on a target that answers with ${form}`),
    );
    expect(vacuous).toEqual([]);
    const isStaleThroughout = (entry: Rightful<Degradation>): boolean =>
      !wholly.some(({ form, passing }) => passing.some((rule) => covers(entry, rule, form)));
    expect(rightfulThroughout.filter(isStaleThroughout).map(({ why }) => why)).toEqual([]);
  },
);

const isForm = (name: string): name is Degradation => Object.hasOwn(degradations, name);
const forms = Object.keys(degradations).filter(isForm);

/** What follows from where a rule looks; a passive rule looks at everything. */
const mayPassThroughout = (form: Degradation, looks: LooksAt | undefined): boolean => {
  switch (form) {
    case '503':
    case '429':
    // a refusal proves nothing where all is refused
    case 'nothing but 400':
    case 'nothing but 403':
    case 'nothing but 404':
    case 'nothing but 422':
      return false;
    // the document names no content type of what the API answers
    case 'the right body as text/html':
      return true;
    case 'an empty list':
      return looks?.lists === false;
    case '404 to GET':
      return looks?.more === false;
    default:
      return looks?.bodies === false;
  }
};
