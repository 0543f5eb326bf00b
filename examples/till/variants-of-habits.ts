import type { Body } from './call.ts';
import { forLastCustomer, looksDeletedUp, newPhones, putAgain } from './customers.ts';
import { bodies, calls, type Deviations, leavesOut, legal, putsOrdersAgain } from './deviating.ts';
import { asFirst } from './faults-of-companies.ts';
import { loses } from './faults-of-restarts.ts';
import { looksUpLost } from './faults-of-retries.ts';
import { usualManners } from './manners.ts';

/** Correct behaviors that the document leaves open. */
export const variantsOfHabits: Deviations = {
  'new phones for customers': legal('changes the phone of a customer with each change').by(newPhones),
  'deletes canceled orders': legal('deletes orders that are canceled').by(
    calls('void sale', (call) => {
      call.method = 'DELETE';
      delete call.body;
      delete call.headers['content-type'];
    }),
  ),
  'phones without a country': legal('sends all phones without their country').by(
    calls('every', ({ body }) => {
      const buyer: Body = Object(body?.buyer);
      if (typeof body?.phone === 'string') body.phone = body.phone.slice(-11);
      if (typeof buyer.mobile === 'string') buyer.mobile = buyer.mobile.slice(-11);
    }),
  ),
  'equal ids at both companies': legal('numbers the orders of each company from 1').by({
    names: (kind, { ledger }) => (kind === 'sale' ? `S${ledger.sales.size + 1}` : undefined),
  }),
  'one receiver for both companies': legal(
    'registers one address for both companies, and distinguishes their notifications by the bearer',
  ).by(
    bodies(['register receiver', 'change receiver'], ({ callbackUrl }) => ({
      callbackUrl: String(callbackUrl).replace(/\/second$/, ''),
    })),
  ),
  // nothing says which token belongs to the company of a notification
  'asks both companies': legal('looks a notified coupon up at both companies').by({
    ...asFirst('read voucher', ({ attempt }) => attempt === 1),
    tries: (reply, call) =>
      usualManners.tries(reply, call) ||
      (call.purpose === 'read voucher' && call.attempt === 1 && reply.status === 404),
  }),
  'begins late': legal('waits a while before the first request of each task').by({ startsAfterMs: () => 400 }),
  'combines nothing': legal('lets no coupon combine').by({ keeps: (voucher) => ({ ...voucher, combines: false }) }),
  'reads past the end': legal('reads a page past the end of lists').by({
    nextPage: ({ page, totalPages }) => (page <= totalPages ? page + 1 : undefined),
  }),
  'one regular customer': legal('registers all coupons for one customer').by({
    takes: (task) =>
      task.what === 'voucher issued' ? [{ ...task, voucher: { ...task.voucher, mobile: '+5511922221111' } }] : [task],
  }),
  'coupons for its last customer': legal(
    'registers coupons for its last customer, whose phone changes with each change',
  ).by(forLastCustomer()),
  'coupons follow their customer': legal(
    'registers coupons for its last customer, and holds them for the new phone when that has changed',
  ).by(
    forLastCustomer((before, mobile, { vouchers }) => {
      for (const voucher of vouchers.values()) {
        if (voucher.mobile === before) vouchers.set(voucher.code, { ...voucher, mobile });
      }
    }),
  ),
  'another type of shared coupons': legal('sends a type of its own for shared coupons').by(
    bodies('register shared voucher', { type: 'discount' }),
  ),
  // no event says that a giftback was replaced, and no statement requires a lookup before its use
  'redeems without a lookup': legal('does not look whether a coupon still exists before it is used').by({
    looksUp: () => false,
  }),
  'looks lost deletions up': legal(
    'looks a customer up whose deletion was not answered, and deletes it again only if it is there',
  ).by(looksUpLost('remove person', ({ status }) => status === 200)),
  'puts customers again': legal('sends a customer that the platform has again by `PUT`').by(() => putAgain('now')),
  'puts orders again': legal('sends an order that the platform has again by `PUT`').by(
    putsOrdersAgain((statuses) => statuses.at(-1)),
  ),
  'looks deletions up': legal('looks up whether a deletion took effect').by({ also: looksDeletedUp }),
  'looks lost marks up': legal(
    'looks a coupon up whose mark was not answered, and marks it again only if it is unused',
  ).by(looksUpLost('mark as used', ({ status, body }) => status === 200 && body.used !== true)),
  'loses lists': legal('ends a list that it reads when it is started again').by(loses('list asked')),
  'reads orders alone': legal('does not look up coupons that it registered').by({
    ...leavesOut(
      'read voucher back',
      ({ about }, { ledger }) => ledger.vouchers.get(about)?.origin === 'registered' && !ledger.spent.has(about),
    ),
    looksUp: ({ origin }) => origin === 'flow',
  }),
};
