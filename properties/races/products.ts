import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { expectHolds, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { needOwnSlots } from '../../suites/products/own-slots.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { acceptedOf, atOnce, lateMs, mustAcceptOne, simultaneous, statusesOf } from './at-once.ts';

export const simultaneousProducts = property({
  id: 'LAW-53',
  text: 'Simultaneous posts of a product with the same name make one record, with one of the `externalId`s sent',
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  rules: ['PROD-13', 'PROD-14'],
  ...simultaneous,
  needs: ['create products', 'read products'],
  cases: { quick: 8, full: 30 },
  drawn: recordOf({
    hasProvider: fc.boolean(),
    posts: fc.array(recordOf({ lateMs }), { minLength: 2, maxLength: 8 }),
  }),
  async holds(context, { hasProvider, posts }) {
    const { get, post, body, paths, clock, unique, unverified } = context;
    const name = unique.name('at-once');
    const provider = hasProvider ? { provider: unique.name('provider') } : {};
    const externalIds = posts.map(() => unique.name('at-once'));
    for (const externalId of externalIds.slice(0, 1)) needOwnSlots(context, { name, externalId, ...provider });
    const sent = externalIds.map((externalId) => body.product({ name, externalId, ...provider }));
    const answers = await atOnce(clock, posts, (_, index) => post(paths.createProduct, { body: sent[index] }));
    mustAcceptOne(answers, 'creating products');

    const named = mustBeAccepted(await get(path`/products/name/${name}`), 'reading by name');
    const id = valueAt(named.body, '/id');
    if (typeof id !== 'string') return unverified('not-reached', 'the product shows no id');
    const lookups = await Promise.all(externalIds.map((externalId) => get(path`/products/external/${externalId}`)));
    const found = acceptedOf(lookups);
    for (const lookup of lookups.slice(-1)) {
      const expected = 'found by one of them, since the known product keeps its own';
      expectHolds(lookup, 'lookups by the externalIds', expected, statusesOf(lookups), found.length === 1);
    }
    for (const lookup of found) expectThat(lookup, '/id', `${id}, as by its name`, (shown) => shown === id);
  },
});
