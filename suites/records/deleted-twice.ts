import { expectNothing } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import type { RecordRemoval } from './record-kinds.ts';

/** The rule that a deleted record is missing to another DELETE. */
export const deletedTwice = (about: Pick<Rule, 'id' | 'statements'>, { route, needs, given }: RecordRemoval): Rule => ({
  ...about,
  text: `A second \`${route}\` of the same record is refused`,
  source: 'Endpoints › Endpoints table',
  level: 'should',
  inferred: 'The document does not say that a record which was deleted counts as missing for another DELETE.',
  needs,
  async check(context) {
    const at = await given(context);
    const control = mustBeAccepted(await context.del(at), route);
    if ((await context.get(at)).status < 300) context.unverified('not-reached', 'the record was not deleted');
    expectNothing(await context.del(at), { what: 'a refusal: the record was deleted before', control });
  },
});
