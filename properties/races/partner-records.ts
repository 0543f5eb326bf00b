import fc from 'fast-check';
import { valueAt } from '../../core/json.ts';
import { expectNothing, expectThat } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { offeredKinds, partnerKinds } from '../partner-kinds.ts';
import { property } from '../property.ts';
import { atOnce, lateMs, mustAcceptOne, simultaneous } from './at-once.ts';

export const simultaneousPartnerRecords = property({
  id: 'LAW-51',
  text: 'Simultaneous posts of an order, a store or an abandoned cart with the same `externalId` make one record',
  source: 'Resources and their fields › Common conventions',
  statements: ['S040'],
  rules: ['ORD-17', 'STORE-4', 'CART-4'],
  ...simultaneous,
  needs: ['create orders'],
  cases: { quick: 8, full: 40 },
  drawn: (profile) =>
    recordOf({
      kind: fc.constantFrom(...offeredKinds(profile, ({ made, deleted }) => [...made, ...deleted])),
      // posts with different bodies are no repeated requests, but have the same externalId
      posts: fc.array(recordOf({ isMarked: fc.boolean(), lateMs }), {
        minLength: 2,
        maxLength: 8,
      }),
    }),
  async holds(context, { kind: name, posts }) {
    const { get, post, del, paths, clock, unique, unverified } = context;
    const kind = partnerKinds[name];
    const { body, markedBody } = await kind.making(context);
    const externalId = unique.name('at-once');
    const answers = await atOnce(clock, posts, ({ isMarked }) =>
      post(kind.create(paths), { body: isMarked ? markedBody(externalId) : body(externalId) }),
    );
    mustAcceptOne(answers, `creating ${name}s`);
    const at = kind.root + path`/external/${externalId}`;
    const read = mustBeAccepted(await get(at), 'reading back');
    const id = valueAt(read.body, '/id');
    if (typeof id !== 'string') return unverified('not-reached', 'the record shows no id');
    const again = await get(at);
    expectThat(again, '/id', `${id}, as before`, (shown) => shown === id);
    mustBeAccepted(await del(kind.root + path`/${id}`), `deleting ${name}`);
    expectNothing(await get(at), {
      what: 'nothing, since the only record of this externalId is deleted',
      control: read,
    });
  },
});
