import { showWhole, valueAt } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectNothing, expectThat, isAccepted } from '../judge/expect.ts';
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

/** The path of a record by one of its keys, and by a key that no record ever had. */
interface Place {
  at: string;
  unknown: string;
}

interface Places {
  byId: Place;
  byOtherKeys: readonly Place[];
  /** What a PUT of the record may send. */
  update?: Body;
}

/** A message without the key that was asked for, which it may name. */
const withoutKey = (message: unknown, { request }: Exchange): string =>
  showWhole(message).replaceAll(percentDecoded(request.path.split('/').at(-1) ?? ''), '…');

/** Asserts that a deleted record gets the same response as one that never existed. */
export const expectAsUnknown = (deleted: Exchange, unknown: Exchange): void => {
  const { status } = unknown;
  expectHolds(deleted, 'status', `${status}, as for a key that never was`, deleted.status, deleted.status === status);
  const message = withoutKey(valueAt(unknown.body, '/message'), unknown);
  const isSame = (shown: unknown): boolean => withoutKey(shown, deleted) === message;
  expectThat(deleted, '/message', `${message}, as for a key that never was`, isSame);
};

/**
 * Deletes a record and asserts that no key finds it and no `PUT` changes it, as if it had never existed. Returns the
 * response to the deletion.
 */
export const expectGoneByEveryKey = async (
  { get, put, del }: CheckContext,
  kind: RecordKind['name'],
  { byId, byOtherKeys, update }: Places,
): Promise<Exchange> => {
  const control = mustBeAccepted(await get(byId.at), `reading the ${kind}`);
  const found = [{ place: byId, control }];
  for (const place of byOtherKeys) {
    const other = await get(place.at);
    // the profile's body may not send every key
    if (other.status === 200) found.push({ place, control: other });
  }
  const updated = update && (await put(byId.at, { body: update }));
  const deletion = mustBeAccepted(await del(byId.at), `deleting the ${kind}`);
  const what = `nothing, since the ${kind} is deleted`;
  for (const { place, control: before } of found) {
    const deleted = await get(place.at);
    expectNothing(deleted, { what, control: before });
    expectAsUnknown(deleted, await get(place.unknown));
  }
  if (!updated || !isAccepted(updated)) return deletion;
  const refused = await put(byId.at, { body: update });
  expectNothing(refused, { what: `a refusal, since the ${kind} is deleted`, control: updated });
  expectAsUnknown(refused, await put(byId.unknown, { body: update }));
  expectNothing(await get(byId.at), { what, control });
  return deletion;
};
