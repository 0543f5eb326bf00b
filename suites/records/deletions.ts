import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectNothing } from '../judge/expect.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import type { RecordKind, RecordRemoval } from './record-kinds.ts';

/** The rule that a second DELETE of the same record is refused. */
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

/** The paths of a record, and the path of one that never existed. */
interface Places {
  byId: string;
  byOtherKeys: readonly string[];
  unknown: string;
}

/**
 * Deletes a record and asserts that no key finds it, as if it had never existed. Returns the response to the deletion.
 */
export const expectGoneByEveryKey = async (
  { get, del }: CheckContext,
  kind: RecordKind['name'],
  { byId, byOtherKeys, unknown }: Places,
): Promise<Exchange> => {
  const control = mustBeAccepted(await get(byId), `reading the ${kind}`);
  const others: Exchange[] = [];
  for (const key of byOtherKeys) {
    const found = await get(key);
    // the profile's body may not send every key
    if (found.status === 200) others.push(found);
  }
  const deletion = mustBeAccepted(await del(byId), `deleting the ${kind}`);
  const what = `nothing, since the ${kind} is deleted`;
  const deleted = await get(byId);
  expectNothing(deleted, { what, control });
  for (const other of others) expectNothing(await get(other.request.path), { what, control: other });
  const { status } = await get(unknown);
  expectHolds(deleted, 'status', `${status}, as for an id that never was`, deleted.status, deleted.status === status);
  return deletion;
};
