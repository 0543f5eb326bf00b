import fc from 'fast-check';
import { expectNothing, expectRefusal } from '../../suites/expect.ts';
import { path } from '../../suites/path.ts';
import { law } from '../law.ts';

const known = ['completed', 'on-hold', 'canceled', 'processing'] as const;

/** One of the four with a letter or two changed, doubled, dropped or put in; and texts that have nothing to do with them. */
const nearStatus = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...known),
      fc.nat({ max: 10 }),
      fc.nat({ max: 2 }),
      fc.string({ unit: 'grapheme', maxLength: 2 }),
    )
    .map(([status, at, dropped, put]) => status.slice(0, at) + put + status.slice(at + dropped)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

export const statuses = law({
  id: 'LAW-21',
  text: 'A status that is not one of the four, however near, is refused with Invalid status and stores nothing',
  source: 'Resources and their fields › Order fields known',
  rules: ['ORD-3'],
  level: 'must',
  needs: ['create orders'],
  drawn: nearStatus.filter((status) => status !== '' && !known.some((one) => one === status)),
  async holds({ get, post, given, unique, body }, status) {
    const order = await given.order();
    const externalId = unique.name('refused');
    const refused = await post('/orders', { body: body.order({ ...order, externalId, status }) });
    expectRefusal(refused, { status: 422, message: 'Invalid status', control: order.read });
    expectNothing(await get(path`/orders/external/${externalId}`), { what: 'no order', control: order.read });
  },
});
