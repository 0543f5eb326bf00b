import type { Body } from './call.ts';
import { bodies, saleWrites } from './deviating.ts';
import { findPerson } from './drafts.ts';
import type { Ledger } from './ledger.ts';
import type { Manners } from './manners.ts';

const phoneOf = ({ cards }: Ledger, card: string): string | undefined => {
  const phone = cards.get(card)?.fields.phone;
  return typeof phone === 'string' ? phone : undefined;
};

const lastPhone = (ledger: Ledger): string | undefined => {
  const last = [...ledger.cards.values()].findLast(({ kind }) => kind === 'person');
  return last && phoneOf(ledger, last.id);
};

/** Gives a customer another phone with each change. */
export const newPhones: Pick<Manners, 'takes'> = {
  takes(task, { ledger }) {
    const phone = task.what === 'person changed' ? phoneOf(ledger, task.card) : undefined;
    if (task.what !== 'person changed' || phone === undefined) return [task];
    const next = `${phone.slice(0, -1)}${(Number(phone.at(-1)) + 1) % 10}`;
    return [{ ...task, fields: { ...task.fields, phone: next } }];
  },
};

/** Issues coupons for the last customer, and gives a customer another phone with each change. */
export const forLastCustomer = (
  onNewPhone: (before: string, after: string, ledger: Ledger) => void = () => {},
): Pick<Manners, 'takes'> => ({
  takes(task, { ledger, newUuid }) {
    if (task.what === 'voucher issued' && task.voucher.origin === 'registered') {
      const mobile = lastPhone(ledger) ?? task.voucher.mobile;
      return [mobile === undefined ? task : { ...task, voucher: { ...task.voucher, mobile } }];
    }
    const before = task.what === 'person changed' ? phoneOf(ledger, task.card) : undefined;
    if (task.what !== 'person changed' || before === undefined) return [task];
    const phone = `+55119${String(Number.parseInt(newUuid().slice(0, 8), 16) % 1e8).padStart(8, '0')}`;
    onNewPhone(before, phone, ledger);
    return [{ ...task, fields: { ...task.fields, phone } }];
  },
});

/** Looks a customer up once it is deleted. */
export const looksDeletedUp: Manners['also'] = ({ purpose, about, body: _, ...call }, { status }) =>
  purpose === 'remove person' && status === 200 ? [{ ...call, ...findPerson(about) }] : [];

/** Sends a customer that the platform has again by `PUT`, as it was sent first or as it is now. */
export const putAgain = (version: 'first' | 'now'): Pick<Manners, 'understands' | 'call'> => {
  const first = new Map<string, Body>();
  const serviceIds = new Map<string, unknown>();
  return {
    understands(reply, { purpose, about }) {
      if (purpose === 'find person' && reply.status === 200) serviceIds.set(about, reply.body.id);
      return reply;
    },
    call(call) {
      if (call.purpose !== 'send person' || call.body === undefined) return call;
      const [sent, id] = [first.get(call.about), serviceIds.get(call.about)];
      if (sent === undefined) first.set(call.about, { ...call.body });
      if (sent === undefined || id === undefined) return call;
      return { ...call, method: 'PUT', path: `/customers/${id}`, body: version === 'first' ? sent : call.body };
    },
  };
};

/** Sends each buyer as a customer, and orders that name the customer by the till's own id. */
export const customersByReference = (idOf: (phone: string) => string): Partial<Manners> => ({
  lane: (key) => (key.startsWith('sale') || key.startsWith('card P-') ? 'counter' : key),
  takes(task) {
    if (task.what !== 'sale rung') return [task];
    const { mobile: phone, fullName, residence } = task.sale.buyer;
    return [
      {
        what: 'card made',
        card: { id: idOf(phone), kind: 'person', fields: { phone, firstName: fullName, residence } },
      },
      task,
    ];
  },
  ...bodies(saleWrites, (body) => {
    const { mobile: phone } = Object(body.buyer);
    body.buyer = { externalId: idOf(String(phone)) };
  }),
});
