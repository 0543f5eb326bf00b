import { valueAt } from '../../core/json.ts';
import { expectNothing, expectRefusal } from '../../suites/judge/expect.ts';
import { path } from '../../suites/path.ts';
import { expectStillThere } from '../../suites/records/still-there.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { someOf } from '../arbitraries.ts';
import { property } from '../property.ts';
import { nearStatus } from './near-statuses.ts';

const source = 'Resources and their fields › Order fields known';

/** Several statuses for one order, so that a case needs few requests for its data. */
const nearStatuses = someOf(nearStatus, 6);

const refusal = { status: 422, message: 'Invalid status' } as const;

export const statuses = [
  property({
    id: 'LAW-21',
    text: 'An order posted with a status that is not one of the four, however close, is refused with `Invalid status` and not stored',
    source,
    statements: ['S062'],
    rules: ['ORD-9', 'ORD-10'],
    level: 'must',
    needs: ['create orders'],
    cases: { quick: 8, full: 40 },
    drawn: nearStatuses,
    async holds({ get, post, given, unique, body }, tried) {
      const order = await given.order();
      const externalId = unique.name('refused');
      for (const { sent: status } of tried) {
        const refused = await post('/orders', { body: body.order({ ...order, externalId, status }) });
        expectRefusal(refused, { ...refusal, control: order.read });
      }
      const unstored = await get(path`/orders/external/${externalId}`);
      expectNothing(unstored, { what: 'no order, since every status was refused', control: order.read });
    },
  }),
  property({
    id: 'LAW-22',
    text: 'An order updated with a status that is not one of the four, however close, is refused with `Invalid status` and stays as it was',
    source,
    statements: ['S062'],
    rules: ['ORD-11', 'ORD-12'],
    level: 'must',
    needs: ['create orders'],
    cases: { quick: 8, full: 40 },
    drawn: nearStatuses,
    async holds({ get, put, given, body }, tried) {
      const order = await given.order({ status: 'on-hold' });
      const at = path`/orders/${order.id}`;
      const before = mustBeAccepted(await get(at), 'reading the order by id');
      const putStatus = (status: string) => put(at, { body: body.order({ ...order, status }) });
      const control = mustBeAccepted(await putStatus('on-hold'), 'putting the order with the status that it has');
      for (const { sent } of tried) expectRefusal(await putStatus(sent), { ...refusal, control });
      const standing = valueAt(before.body, '/status');
      expectStillThere(await get(at), {
        before,
        what: `the order in ${standing}, as before`,
        isUntouched: (after) => valueAt(after.body, '/status') === standing,
      });
    },
  }),
];
