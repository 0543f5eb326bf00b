import type { Call, Purpose } from './call.ts';
import { buyers, calls, type Deviations, lines, must, saleWrites } from './deviating.ts';
import type { Manners } from './manners.ts';

/** Sends calls to a record under the key of another database, which the platform does not know. */
const underKeyOf = (purpose: Purpose, resource: string): Partial<Manners> =>
  calls(purpose, (_, { newUuid }) => ({ path: `/${resource}/${newUuid()}` }));

/** Changes a coupon each time when it is registered. */
const changesAfter = (purpose: Purpose, body: Call['body'] & object): Partial<Manners> => ({
  also(call, { status }) {
    const { code } = call.body ?? {};
    if (call.purpose !== purpose || status !== 200) return [];
    const path = `/coupons/code/${encodeURIComponent(String(code))}`;
    return [{ ...call, purpose: 'mark as used', method: 'PUT', path, body }];
  },
});

/** What the till sends changes nothing, or undoes what it sent before. */
export const faultsOfLostEffects: Deviations = {
  'pays under other keys': must('pays orders under UUIDs that the platform never gave', 'S124 S034').by(
    underKeyOf('settle sale', 'orders'),
  ),
  'keeps payments of what it found': must(
    'sends no payment that is taken later, of an order whose creation got no response at first',
    'S124 S076',
  ).by(() => {
    const [unanswered, found] = [new Set<string>(), new Set<string>()];
    return {
      understands(reply, { purpose, about }) {
        if (purpose === 'send sale' && reply.status === 0) unanswered.add(about);
        else if (purpose === 'send sale' && unanswered.has(about)) found.add(about);
        return reply;
      },
      takes: (task) => (task.what === 'sale settled' && found.has(task.sale) ? [] : [task]),
    };
  }),
  'cancels under other keys': must('cancels orders under UUIDs that the platform never gave', 'S124 S034').by(
    underKeyOf('void sale', 'orders'),
  ),
  'redeems under other keys': must('redeems on orders under UUIDs that the platform never gave', 'S124 S151').by(
    underKeyOf('redeem on sale', 'orders'),
  ),
  'changes customers under other keys': must('changes customers under UUIDs that the platform never gave', 'S119').by(
    underKeyOf('change person', 'customers'),
  ),
  'removes customers under other keys': must('deletes customers under UUIDs that the platform never gave', 'S120').by(
    underKeyOf('remove person', 'customers'),
  ),
  'marks under other keys': must('marks coupons under UUIDs that the platform never gave', 'S135 S153').by(
    underKeyOf('mark as used', 'coupons'),
  ),
  'voids its coupons': must('marks each coupon as used when it is registered', 'S153').by(
    changesAfter('register voucher', { used: true, awaitingOrder: false }),
  ),
  'voids its shared coupons': must('marks each shared coupon as used when it is registered', 'S153').by(
    changesAfter('register shared voucher', { used: true, awaitingOrder: false }),
  ),
  'overwrites its coupons': must('gives each coupon the amount 1 when it is registered', 'S057').by(
    changesAfter('register voucher', { amount: 1 }),
  ),
  'an e-mail address for an address': must('sends the e-mail address of buyers in place of their address', 'S067').by(
    buyers(saleWrites, (buyer) => {
      delete buyer.residence;
      return { emailAddress: 'ana@example.com' };
    }),
  ),
  'items with quantities as text': must('sends the quantities of items as strings under a short name', 'S038').by(
    lines(saleWrites, (line) => ({ qty: String(line.quantity) })),
  ),
};
