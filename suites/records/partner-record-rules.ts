import { valueAt } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectHolds, expectNothing, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted } from '../session/given.ts';
import { readByAwkwardKey } from './awkward-key.ts';
import { expectGoneByEveryKey } from './deletions.ts';
import type { KeyedKind } from './keyed-kinds.ts';
import { readPages, recordsOn } from './listing.ts';
import type { PartnerRecord } from './partner-records.ts';
import { expectAnotherId } from './still-there.ts';
import { unknownRecord } from './unknown-record.ts';
import { foundByItsKeyAlone } from './wrong-keys.ts';

const identitySource = 'Resources and their fields › Common conventions';

type About = Pick<Rule, 'id' | 'statements'>;

/** The id that a lookup shows. */
export const idOf = (context: CheckContext, read: Exchange): string => {
  const id = valueAt(mustBeAccepted(read, 'reading back').body, '/id');
  return typeof id === 'string' ? id : context.unverified('not-reached', 'the record shows no id');
};

const byId = ({ root }: PartnerRecord, id: string): string => root + path`/${id}`;
const byExternalId = ({ root }: PartnerRecord, externalId: string): string => root + path`/external/${externalId}`;

const create = async ({ post, paths }: CheckContext, kind: PartnerRecord, body: Body): Promise<Exchange> =>
  mustBeAccepted(await post(kind.create(paths), { body }), `creating ${kind.name}`);

/** Creates one record, with a mark by which a list shows it, and reads it back. */
const made = async (context: CheckContext, kind: PartnerRecord) => {
  const { body, markedBody, isOurs } = await kind.making(context);
  const externalId = context.unique.name('kept');
  await create(context, kind, markedBody(externalId));
  const read = await context.get(byExternalId(kind, externalId));
  return { id: idOf(context, read), externalId, read, body, markedBody, isOurs };
};

export const foundByBothIds = (kind: PartnerRecord, about: About): Rule => ({
  ...about,
  text: `${kind.title} is the same record by its \`externalId\` and its \`id\`, and another record than the next one of the same customer or name`,
  source: 'Endpoints › Endpoints table',
  level: 'must',
  needs: kind.needs.made,
  async check(context) {
    const { body } = await kind.making(context);
    const externalId = context.unique.name('found');
    await create(context, kind, body(externalId));
    const named = await context.get(byExternalId(kind, externalId));
    expectAnswer(named, 200);
    const id = idOf(context, named);
    expectAnswer(named, 200, { externalId });
    expectAnswer(await context.get(byId(kind, id)), 200, { id, externalId });

    const another = context.unique.name('another');
    await create(context, kind, body(another));
    const second = await context.get(byExternalId(kind, another));
    expectAnswer(second, 200, { externalId: another });
    expectAnotherId(second, id);
    expectAnswer(await context.get(byId(kind, id)), 200, { id, externalId });
  },
});

export const foundByAwkwardExternalId = (kind: PartnerRecord, about: About): Rule => ({
  ...about,
  text: `${kind.title} is found by an \`externalId\` that needs percent-encoding in a path`,
  source: 'Endpoints › Endpoints table',
  level: 'should',
  inferred: 'The document does not say which characters an `externalId` may hold.',
  needs: kind.needs.made,
  async check(context) {
    const { body } = await made(context, kind);
    const found = await readByAwkwardKey(context.unique.name('awkward'), ' nº 1/2 + 50% ç?#&', async (externalId) => {
      expectAccepted(await context.post(kind.create(context.paths), { body: body(externalId) }));
      return context.get(byExternalId(kind, externalId));
    });
    expectAnswer(found.answer, 200, { externalId: found.key });
  },
});

export const everyPostIsNew = (kind: PartnerRecord, about: About): Rule => ({
  ...about,
  text: `${kind.title} posted twice without \`externalId\` makes two records`,
  source: identitySource,
  level: 'must',
  needs: [...kind.needs.made, ...kind.needs.listed],
  async check(context) {
    const control = await made(context, kind);
    await create(context, kind, control.markedBody(undefined));
    await create(context, kind, control.markedBody(undefined));
    const after = valueAt(control.read.body, '/createdAt');
    if (typeof after !== 'string') return context.unverified('not-observable', 'the record shows no createdAt');
    const query = { after, pageSize: 50 };
    const listPath = kind.list(context.paths);
    mustBeAccepted(await context.get(listPath, { query: { ...query, page: 1 } }), 'listing');
    const pages = await readPages(context, listPath, query);
    const ours = pages.flatMap(recordsOn).filter(control.isOurs);
    if (!ours.some(({ id }) => id === control.id)) {
      return context.unverified('not-observable', 'the list does not show by what its records could be known');
    }
    // records that others add may move one of ours to a page that is still to be read
    const others = [...new Set(ours.map(({ id }) => id))].filter((id) => id !== control.id);
    for (const page of pages.slice(-1)) {
      expectHolds(page, '/data', 'two records besides the control', others, others.length === 2);
    }
  },
});

export const onePerExternalId = (kind: PartnerRecord, about: About): Rule => ({
  ...about,
  text: `${kind.title} posted again with the same \`externalId\` stays one record`,
  source: identitySource,
  level: 'should',
  inferred: 'The document says what happens without an `externalId`; that one `externalId` is one record is inferred.',
  needs: [...kind.needs.made, ...kind.needs.deleted],
  async check(context) {
    const { id, externalId, markedBody } = await made(context, kind);
    // the document does not say whether the second POST changes the record, is ignored or is refused
    await context.post(kind.create(context.paths), { body: markedBody(externalId) });
    const at = byExternalId(kind, externalId);
    const control = await context.get(at);
    expectThat(control, '/id', `${id}, as before`, (shown) => shown === id);
    mustBeAccepted(await context.del(byId(kind, id)), `deleting ${kind.name}`);
    expectNothing(await context.get(at), {
      what: 'nothing, since the only record of this externalId is deleted',
      control,
    });
  },
});

export const externalIdChanged = (kind: PartnerRecord, about: About): Rule => ({
  ...about,
  text: `${kind.title} whose \`externalId\` is changed is found by the new one, and no longer by the old one`,
  source: 'Endpoints › Endpoints table',
  level: 'should',
  inferred: 'The document does not say which fields an update changes.',
  needs: [...kind.needs.made, ...kind.needs.updated],
  async check(context) {
    const { id, body, externalId: old } = await made(context, kind);
    const externalId = context.unique.name('renamed');
    expectAccepted(await context.put(byId(kind, id), { body: body(externalId) }));
    const control = await context.get(byExternalId(kind, externalId));
    expectAnswer(control, 200, { id, externalId });
    const what = 'nothing, since the record has another externalId';
    expectNothing(await context.get(byExternalId(kind, old)), { what, control });
  },
});

export const goneOnceDeleted = (kind: PartnerRecord, about: About & Pick<Rule, 'level' | 'inferred'>): Rule => ({
  ...about,
  text: `A deleted ${kind.name} is neither found by its \`id\` or \`externalId\` nor changed by \`PUT\`, like one that never existed`,
  source: 'Endpoints › Endpoints table',
  needs: [...kind.needs.made, ...kind.needs.deleted],
  async check(context) {
    const { unique, offers } = context;
    const { id, externalId, body } = await made(context, kind);
    await expectGoneByEveryKey(context, kind.name, {
      byId: { at: byId(kind, id), unknown: byId(kind, unique.uuid()) },
      byOtherKeys: [{ at: byExternalId(kind, externalId), unknown: byExternalId(kind, unique.name('unknown')) }],
      ...(offers(kind.needs.updated) ? { update: body(externalId) } : {}),
    });
  },
});

/** The rules that stores and abandoned carts have in common. The document shows their routes, and not which methods. */
export const partnerRecordRules = (
  section: 'STORE' | 'CART',
  kind: PartnerRecord,
  keyed: KeyedKind,
): readonly Rule[] => {
  const { root } = kind;
  const shown = ['S141'] as const;
  const missing = ['S141', 'S194', section === 'STORE' ? 'S207' : 'S206'] as const;
  return [
    foundByBothIds(kind, { id: `${section}-1`, statements: ['S006', 'S141'] }),
    foundByAwkwardExternalId(kind, { id: `${section}-2`, statements: shown }),
    everyPostIsNew(kind, { id: `${section}-3`, statements: ['S040'] }),
    onePerExternalId(kind, { id: `${section}-4`, statements: ['S040'] }),
    externalIdChanged(kind, { id: `${section}-5`, statements: shown }),
    goneOnceDeleted(kind, {
      id: `${section}-6`,
      statements: shown,
      level: 'should',
      inferred: 'The document shows the route, not which methods it takes.',
    }),
    unknownRecord(keyed, { id: `${section}-7`, route: `GET ${root}/:id`, statements: missing }),
    unknownRecord(keyed, { id: `${section}-8`, route: `PUT ${root}/:id`, statements: missing }),
    unknownRecord(keyed, { id: `${section}-9`, route: `DELETE ${root}/:id`, statements: missing }),
    unknownRecord(keyed, { id: `${section}-10`, route: `GET ${root}/external/:externalId`, statements: missing }),
    foundByItsKeyAlone(`${section}-11`, keyed),
  ];
};
