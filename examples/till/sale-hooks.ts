import type { Body } from './call.ts';
import { readVoucher, statuses } from './drafts.ts';
import type { Buyer, Phase } from './entries.ts';
import type { WayOfUse } from './manners.ts';
import { type NewRecords, usualTotal } from './new-records.ts';
import type { Shift, TillAnswer } from './shift.ts';

export const never: TillAnswer = { status: 501, body: { message: 'this till never does that' } };
export const refused = (message: string): TillAnswer => ({ status: 409, body: { message } });
export const done = (id: string, code?: string): TillAnswer => ({
  status: 200,
  body: code === undefined ? { id } : { id, code },
});

/** Answers the hooks about sales, and about vouchers that sales use. */
export const createSaleHooks = (
  { ledger, scene, manners, outbox, take, learn, idle }: Shift,
  { sale: newSale, newBuyer }: NewRecords,
) => {
  const ring = (phase: Phase, buyer: Buyer, total: number, code?: string): TillAnswer => {
    const sale = newSale({ phase, buyer, total, code });
    take({ what: 'sale rung', sale });
    return done(sale.id);
  };

  /** The reason why a code cannot be used; undefined if it can. */
  const refusalOf = async (code: string, total: number, way: WayOfUse): Promise<string | undefined> => {
    await idle(`voucher ${code}`);
    const voucher = ledger.vouchers.get(code);
    if (voucher === undefined) return `${code} is no voucher of this till`;
    const refusal = manners.refuses(voucher, total, scene, way);
    if (refusal !== undefined || !manners.looksUp(voucher)) return refusal;
    const { status, body } = await outbox.send(() => readVoucher('look for voucher', code));
    if (status === 404) {
      learn({ what: 'voucher gone', code });
      return `${code} was replaced`;
    }
    if (status === 200 && body.used === true) learn({ what: 'voucher spent', code });
    return undefined;
  };

  /** Asked in the turn in which the code is used: the other till may have used it while this one waited. */
  const againRefused = (code: string, total: number, way: WayOfUse): string | undefined => {
    const voucher = ledger.vouchers.get(code);
    return voucher === undefined || !manners.checksAgain() ? undefined : manners.refuses(voucher, total, scene, way);
  };

  const worth = (code: string): number => Math.max(usualTotal, ledger.vouchers.get(code)?.least ?? 0);

  const createSale = async ({ id, status, phone, couponCode }: Body): Promise<TillAnswer> => {
    if (typeof id === 'string') {
      if (!ledger.sales.has(id)) return refused(`there is no sale ${id}`);
      take({ what: 'sale sent again', sale: id });
      return done(id);
    }
    const wanted = status ?? statuses.settled;
    const phases: readonly Phase[] = ['open', 'kitchen', 'settled', 'voided'];
    const phase = phases.find((each) => statuses[each] === wanted);
    if (phase === undefined) return never;
    const buyer = newBuyer(typeof phone === 'string' ? phone : undefined);
    if (typeof couponCode !== 'string') return ring(phase, buyer, usualTotal);
    const total = worth(couponCode);
    const refusal = (await refusalOf(couponCode, total, 'rung')) ?? againRefused(couponCode, total, 'rung');
    return refusal === undefined ? ring(phase, buyer, total, couponCode) : refused(refusal);
  };

  const redeem = async ({ code, id, total }: Body): Promise<TillAnswer> => {
    if (typeof code !== 'string') return refused('no code was given');
    const sale = typeof id === 'string' ? ledger.sales.get(id) : undefined;
    if (typeof id === 'string' && sale === undefined) return refused(`there is no sale ${id}`);
    await idle(`voucher ${code}`);
    const origin = ledger.vouchers.get(code)?.origin;
    // the platform accepts no such code on an existing sale
    if (sale !== undefined && (origin === 'shared' || origin === 'counter')) return never;
    const price = sale?.total ?? (typeof total === 'number' ? total : worth(code));
    const way = sale === undefined ? 'for it' : 'put';
    const refusal = (await refusalOf(code, price, way)) ?? againRefused(code, price, way);
    if (refusal !== undefined) return refused(refusal);
    if (sale === undefined) return ring('settled', newBuyer(ledger.vouchers.get(code)?.mobile), price, code);
    take({ what: 'sale redeemed', sale: sale.id, code });
    return done(sale.id);
  };

  const changeSale = (what: 'sale settled' | 'sale voided', { id }: Body): TillAnswer => {
    const sale = typeof id === 'string' ? ledger.sales.get(id) : undefined;
    if (sale === undefined) return refused(`there is no sale ${id}`);
    const { phase } = sale;
    if (phase === 'voided' || (phase === 'settled' && what === 'sale settled')) return refused(`${id} is ${phase}`);
    take({ what, sale: sale.id });
    return done(sale.id);
  };

  return { createSale, redeem, changeSale };
};
