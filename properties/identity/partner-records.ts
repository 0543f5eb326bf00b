import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { expectAnswer, expectHolds, expectNothing, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { readPages, recordsOn } from '../../suites/records/listing.ts';
import { mustStandAtTheTop } from '../../suites/records/open-body.ts';
import type { PartnerRecord } from '../../suites/records/partner-records.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf, someOf } from '../arbitraries.ts';
import { busyCompany } from '../list-companies.ts';
import { offeredKinds, partnerKinds } from '../partner-kinds.ts';
import { property } from '../property.ts';

const source = 'Resources and their fields › Common conventions';

const find = ({ root }: PartnerRecord, externalId: string): string => root + path`/external/${externalId}`;

export const partnerRecords = [
  property({
    id: 'LAW-33',
    text: 'Orders, stores and abandoned carts posted repeatedly, in any order, stay one record of their kind for each `externalId`',
    source,
    statements: ['S040'],
    rules: ['ORD-17', 'STORE-4', 'CART-4'],
    level: 'should',
    inferred:
      'The document says what happens without an `externalId`; that one `externalId` is one record is inferred.',
    needs: ['create orders'],
    cases: { quick: 5, full: 25 },
    drawn: (profile) =>
      someOf(
        recordOf({
          kind: fc.constantFrom(...offeredKinds(profile, ({ made, deleted }) => [...made, ...deleted])),
          /** Records of different kinds share an externalId and must stay separate. */
          externalId: fc.oneof({ weight: 3, arbitrary: fc.constant('one') }, fc.constant('another')),
          again: fc.constantFrom('the same', 'with another customer or name'),
        }),
        7,
        2,
      ),
    async holds(context, steps) {
      const { get, post, del, paths, unique } = context;
      const externalIds: Readonly<Record<string, string>> = {
        one: unique.name('one'),
        another: unique.name('another'),
      };
      const makings = new Map<string, Awaited<ReturnType<PartnerRecord['making']>>>();
      const known = new Map<string, { kind: PartnerRecord; externalId: string; id: string }>();
      for (const step of steps) {
        const kind = partnerKinds[step.kind];
        const externalId = externalIds[step.externalId] ?? '';
        const key = `${step.kind} ${step.externalId}`;
        const isAgain = known.has(key);
        const bodies = isAgain && step.again !== 'the same' ? `other ${step.kind}` : step.kind;
        const making = makings.get(bodies) ?? (await kind.making(context));
        makings.set(bodies, making);
        const send = (sent: string): Promise<Exchange> => post(kind.create(paths), { body: making.body(sent) });
        const answer = await send(externalId);
        // whether a repeated post changes the record or is refused is open
        if (isAgain) continue;
        mustBeAccepted(answer, `creating ${kind.name}`);
        const read = await get(find(kind, externalId));
        if (read.status !== 200) {
          // a lookup that fails for any externalId is not a violation of this property
          const control = unique.name('control');
          mustBeAccepted(await send(control), `creating ${kind.name}`);
          mustBeAccepted(await get(find(kind, control)), `reading ${kind.name}`);
        }
        expectAnswer(read, 200);
        mustStandAtTheTop(context, read);
        const id = valueAt(read.body, '/id');
        const taken = [...known.values()].map((other) => other.id);
        expectThat(read, '/id', 'an id of its own', () => typeof id === 'string' && !taken.includes(id));
        known.set(key, { kind, externalId, id: String(id) });
      }
      for (const { kind, externalId, id } of known.values()) {
        const at = find(kind, externalId);
        const control = await get(at);
        expectThat(control, '/id', `${id}, as before`, (shown) => shown === id);
        mustBeAccepted(await del(kind.root + path`/${id}`), `deleting ${kind.name}`);
        expectNothing(await get(at), { what: `nothing, since the only ${kind.name} of it is deleted`, control });
      }
    },
  }),
  property({
    id: 'LAW-34',
    text: 'Identical orders, stores or abandoned carts, each without `externalId` or with a different one, are separate records',
    source,
    statements: ['S040'],
    rules: ['ORD-16', 'STORE-3', 'CART-3'],
    level: 'must',
    readsLists: (profile) => [busyCompany(profile)],
    needs: ['create orders', 'list orders'],
    cases: { quick: 6, full: 20 },
    drawn: (profile) =>
      recordOf({
        kind: fc.constantFrom(...offeredKinds(profile, ({ made, listed }) => [...made, ...listed])),
        sent: fc.array(fc.constantFrom('without externalId', 'with one'), {
          minLength: 1,
          maxLength: 6,
          size: 'max',
        }),
      }),
    async holds(context, drawn) {
      const { get, post, paths, unique, unverified } = context;
      const kind = partnerKinds[drawn.kind];
      const { markedBody, isOurs } = await kind.making(context);
      const create = async (externalId: string | undefined): Promise<Exchange> =>
        mustBeAccepted(await post(kind.create(paths), { body: markedBody(externalId) }), `creating ${kind.name}`);
      const first = unique.name('first');
      await create(first);
      const control = mustBeAccepted(await get(find(kind, first)), `reading ${kind.name}`);
      const [after, firstId] = [valueAt(control.body, '/createdAt'), valueAt(control.body, '/id')];
      if (typeof after !== 'string' || typeof firstId !== 'string') {
        return unverified('not-observable', `the lookup of ${kind.name} shows no id or no createdAt at its top`);
      }
      for (const form of drawn.sent) await create(form === 'with one' ? unique.name('own') : undefined);

      const listPath = kind.list(paths);
      const query = { after, pageSize: 50 };
      mustBeAccepted(await get(listPath, { query: { ...query, page: 1 } }), 'listing');
      const ours = new Set<unknown>();
      let pages: readonly Exchange[] = [];
      // one record created and one deleted at the same time move the others and leave the total unchanged
      for (let look = 0; look < 3 && ours.size <= drawn.sent.length; look++) {
        pages = await readPages(context, listPath, query);
        for (const { id } of pages.flatMap(recordsOn).filter(isOurs)) ours.add(id);
      }
      if (!ours.delete(firstId)) {
        return unverified('not-observable', 'the list does not show by what its records could be known');
      }
      for (const page of pages.slice(-1)) {
        const expected = `${drawn.sent.length} records besides the first`;
        expectHolds(page, '/data', expected, [...ours], ours.size === drawn.sent.length);
      }
    },
  }),
];
