import type { PartnerAction, PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { type Block, blocksOf } from '../model/blocks.ts';
import { derived } from '../model/derived.ts';
import { normalForm } from '../model/normal-form.ts';
import { makesOrder } from '../model/order-stories.ts';
import { creates, externalIdOf, fieldsOf, isAccepted, mayBeStored } from '../model/read-call.ts';
import { dateTime, differences } from '../model/repeated-sends.ts';
import { allOrderWrites, deletionsOf } from '../model/sent-orders.ts';

/** Whether the partner made a new order for an action. */
export const makesNew = (action: PartnerAction): boolean => makesOrder(action) && action.outcome === 'done';

/** A block with the new orders in it, and the orders that were outstanding at its start. */
export interface Making extends Block {
  /** The first request of each new order. */
  fresh: PartnerCall[];
  /** Those of them that stay: a draft that is deleted is no order. */
  kept: PartnerCall[];
  asked: number;
  /** The orders that may have been asked for: those of failed and refused actions, and those that are due, count. */
  possible: number;
}

/** The blocks of a record with their new orders. */
export const makingsOf = derived((record): readonly Making[] => {
  const firstSends = new Map<string, PartnerCall>();
  const renamed = new Set<string>();
  for (const call of allOrderWrites(record)) {
    const externalId = externalIdOf(call);
    if (externalId === undefined || firstSends.has(externalId) || renamed.has(externalId)) continue;
    // an order that a change gave this externalId is there already
    if (creates(call, 'orders')) firstSends.set(externalId, call);
    else if (isAccepted(call)) renamed.add(externalId);
  }
  let due = 0;
  return blocksOf(record).map((block) => {
    const isDuring = ({ atMs }: PartnerCall): boolean => atMs >= block.fromMs && atMs < block.untilMs;
    const own = [...firstSends].filter(([, call]) => isDuring(call));
    const fresh = own.map(([, call]) => call);
    const kept = own.flatMap(([order, call]) =>
      deletionsOf(record, order).some((deletion) => isDuring(deletion) && mayBeStored(deletion)) ? [] : [call],
    );
    const asked = block.actions.filter(makesNew).length;
    const making = block.actions.filter(makesOrder);
    // a sale may go on without the coupon that it was refused, but nothing is due then
    const isRefused = ({ outcome }: PartnerAction): boolean => outcome === 'cannot';
    const possible = due + making.length;
    due = Math.max(0, possible - making.filter(isRefused).length - kept.length);
    return { ...block, fresh, kept, asked, possible };
  });
});

/** Fields that say whose part of a basket an order is. */
const partName = /store|seller|vendor|branch|parcel|loja|vendedor|filial/i;

/** The store or seller of an order, without what belongs to the order alone, such as its number or a moment. */
const partOf = (call: PartnerCall): string => {
  const own = externalIdOf(call) ?? '';
  const isOfOrder = (plain: unknown): boolean =>
    typeof plain === 'number' || dateTime.test(String(plain)) || (own !== '' && String(plain).includes(own));
  const named = Object.entries(fieldsOf(call)).filter(([name]) => partName.test(name));
  return normalForm(named, (plain) => (isOfOrder(plain) ? null : plain));
};

/** Whether two orders are of one customer, with the same items; a copy may have another status. */
export const isCopy = ({ names }: PartnerRecord, one: PartnerCall, other: PartnerCall): boolean =>
  ['customer', 'lineItems'].some((name) => fieldsOf(one)[name] !== undefined) &&
  partOf(one) === partOf(other) &&
  differences(names, one, other).every((name) => name === 'status' || name === 'couponCode');

/** Names of fields that say which invoice or installment of a sale an order is. */
const invoiceName = /due|venc|installment|parcela|cycle|ciclo/i;

const invoiceOf = (call: PartnerCall): string =>
  normalForm(Object.entries(fieldsOf(call)).filter(([name]) => invoiceName.test(name)));

/** Whether an order awaits the payment of another invoice or installment than the orders of its sale before it. */
const isLaterInvoice = (call: PartnerCall, [first, ...others]: readonly PartnerCall[]): boolean =>
  first !== undefined &&
  fieldsOf(first).status !== 'on-hold' &&
  fieldsOf(call).status === 'on-hold' &&
  [first, ...others].every((other) => invoiceOf(other) !== invoiceOf(call));

/**
 * How many orders a partner makes of a sale, as most of its single sales show. A marketplace makes one for each seller, and
 * a subscription may have one for each invoice. Copies are no parts.
 */
const partsOfSale = derived((record): number => {
  const single = makingsOf(record).filter(({ asked, possible }) => asked === 1 && possible === 1);
  const parts = single.map(({ kept }) => {
    const hasCopy = kept.some((call, place) => {
      const before = kept.slice(0, place);
      return !isLaterInvoice(call, before) && before.some((other) => isCopy(record, call, other));
    });
    return hasCopy ? 1 : kept.length;
  });
  return Math.max(1, parts.toSorted((a, b) => a - b)[Math.floor(parts.length / 2)] ?? 1);
});

/** Whether more orders came than were asked for. Each seller of a basket may get one, and not each basket has all sellers. */
export const hasMore = (record: PartnerRecord, { kept, possible }: Making): boolean =>
  kept.length > possible * partsOfSale(record) &&
  [...Map.groupBy(kept, partOf).values()].some((ofSeller) => ofSeller.length > possible);
