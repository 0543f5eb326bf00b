import { valueAt } from '../../core/json.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectAccepted, expectAnswer, expectNothing, expectRefusal, expectThat } from '../judge/expect.ts';
import { path } from '../path.ts';
import type { Rule } from '../rule.ts';
import { mustBeAccepted, mustNotBeProfilesFault } from '../session/given.ts';

const readBack = async ({ get }: CheckContext, externalId: string): Promise<Exchange> =>
  mustBeAccepted(await get(path`/orders/external/${externalId}`), 'reading back the order');

/** The examples of the document for other values. */
const namedWrongStatuses = ['pending', 'paid', 'refunded', 'failed', 'cancelled'];

/** Wrong in one thing: case, spaces, the hyphen, the grammar, or a status that only the panel has. */
const almostRightStatuses = [
  'Completed',
  'ON-HOLD',
  ' completed',
  'completed ',
  'on hold',
  'onhold',
  'complete',
  'delivered',
];

/** Whether a refusal names the status as its reason. It needs no control, because the four statuses are valid. */
const isCalledInvalid = ({ status, body }: Exchange): boolean =>
  status === 422 && String(valueAt(body, '/message')).includes('Invalid status');

const storesAsPosted = (id: Rule['id'], sent: string, stored: string, statements: Rule['statements']): Rule => ({
  id,
  text: `An order posted as ${sent} is stored as ${stored}`,
  source:
    sent === stored
      ? 'Resources and their fields › Order fields known'
      : 'States and transitions › Moves that are shown',
  statements,
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const { get, post, given, body, unique } = context;
    const owner = await given.owner();
    const posting = (externalId: string, status: string): Promise<Exchange> =>
      post('/orders', { body: body.order({ ...owner, externalId, status }) });
    const [externalId, other] = [unique.name('status'), unique.name('other')];
    const answer = await posting(externalId, sent);
    const otherStatus = sent === 'completed' ? 'on-hold' : 'completed';
    if (!isCalledInvalid(answer)) await mustNotBeProfilesFault(answer, () => posting(other, otherStatus));
    expectAccepted(answer);
    const read = await get(path`/orders/external/${externalId}`);
    // an order that is not found is a fault only if an order of another status is found
    await mustNotBeProfilesFault(read, async () => {
      mustBeAccepted(await posting(other, otherStatus), 'posting an order of another status');
      return await get(path`/orders/external/${other}`);
    });
    expectAnswer(read, 200, { status: stored });
  },
});

const storesAsPut = (id: Rule['id'], status: string, statements: Rule['statements']): Rule => ({
  id,
  text: `An order that is updated from on-hold to ${status} is stored as ${status}`,
  source: 'States and transitions › Moves that are shown',
  statements,
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const { get, put, given, body } = context;
    const order = await given.order({ status: 'on-hold' });
    expectAccepted(await put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) }));
    expectAnswer(await get(path`/orders/external/${String(order.externalId)}`), 200, { status });
  },
});

const refusedOnPost = (id: Rule['id'], what: string, wrong: readonly string[]): Rule => ({
  id,
  text: `An order posted with ${what} is refused with 422 \`Invalid status\` and not stored`,
  source: 'Resources and their fields › Order fields known',
  statements: ['S062', 'S078', 'S082', 'S195', 'S199'],
  level: 'must',
  needs: ['create orders'],
  async check({ get, post, given, body, unique }) {
    const order = { ...(await given.owner()), externalId: unique.name('wrong-status') };
    const refusals: Exchange[] = [];
    for (const status of wrong) refusals.push(await post('/orders', { body: body.order({ ...order, status }) }));
    const at = path`/orders/external/${order.externalId}`;
    const unstored = await get(at);
    const posted = await post('/orders', { body: body.order({ ...order, status: 'canceled' }) });
    const control = mustBeAccepted(posted, 'posting the same order as canceled');
    for (const refused of refusals) expectRefusal(refused, { status: 422, message: 'Invalid status', control });
    expectNothing(unstored, { what: 'no order, since every status was refused', control: await get(at) });
  },
});

const refusedOnPut = (id: Rule['id'], what: string, wrong: readonly string[]): Rule => ({
  id,
  text: `An order updated with ${what} is refused with 422 \`Invalid status\` and stays as it was`,
  source: 'Resources and their fields › Order fields known',
  statements: ['S062', 'S078', 'S082', 'S195', 'S199'],
  level: 'must',
  needs: ['create orders'],
  async check(context) {
    const { put, given, body } = context;
    const order = await given.order({ status: 'on-hold' });
    const putStatus = (status: string) => put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) });
    const refusals: Exchange[] = [];
    for (const status of wrong) refusals.push(await putStatus(status));
    const unchanged = await readBack(context, String(order.externalId));
    const control = mustBeAccepted(await putStatus('canceled'), 'putting the same order as canceled');
    for (const refused of refusals) expectRefusal(refused, { status: 422, message: 'Invalid status', control });
    const before = valueAt(order.read.body, '/status');
    const isSame = (status: unknown): boolean => typeof status === 'string' && status === before;
    expectThat(unchanged, '/status', `${before}, as before`, isSame);
  },
});

export const statuses: readonly Rule[] = [
  storesAsPosted('ORD-1', 'completed', 'completed', ['S062', 'S076', 'S121']),
  storesAsPosted('ORD-2', 'on-hold', 'on-hold', ['S062', 'S077', 'S121']),
  storesAsPosted('ORD-3', 'canceled', 'canceled', ['S062', 'S078', 'S121']),
  storesAsPosted('ORD-4', 'processing', 'on-hold', ['S062', 'S084']),
  storesAsPut('ORD-5', 'completed', ['S062', 'S076', 'S124']),
  storesAsPut('ORD-6', 'canceled', ['S062', 'S078', 'S124']),
  storesAsPut('ORD-7', 'processing', ['S062', 'S079', 'S085']),
  {
    id: 'ORD-8',
    text: 'An order that is updated from processing to on-hold is stored as on-hold if the update is accepted',
    source: 'Resources and their fields › Order fields known',
    statements: ['S062', 'S077', 'S124'],
    level: 'must',
    needs: ['create orders'],
    async check(context) {
      const { put, given, body } = context;
      const order = await given.order({ status: 'on-hold' });
      // the document does not show which status may follow which, so a refusal is no fault
      for (const status of ['processing', 'on-hold']) {
        const updated = await put(path`/orders/${order.id}`, { body: body.order({ ...order, status }) });
        mustBeAccepted(updated, `putting an order into ${status}`);
      }
      expectAnswer(await readBack(context, String(order.externalId)), 200, { status: 'on-hold' });
    },
  },
  refusedOnPost('ORD-9', 'a status of other shops, such as `paid` or `cancelled`,', namedWrongStatuses),
  refusedOnPost('ORD-10', 'a status that is almost one of the four', almostRightStatuses),
  refusedOnPut('ORD-11', 'a status of other shops, such as `paid` or `cancelled`,', namedWrongStatuses),
  refusedOnPut('ORD-12', 'a status that is almost one of the four', almostRightStatuses),
];
