import { isOk, textIn } from './call.ts';
import { changeSale, readSale, type SaleChange, sendSale } from './drafts.ts';
import type { Sale } from './entries.ts';
import { type ErrandTools, maxLooks } from './errand-tools.ts';

const phases = { 'cook sale': 'kitchen', 'settle sale': 'settled', 'void sale': 'voided' } as const;

/** Sends sales and their changes. */
export const createSaleErrands = ({ ledger, outbox, learn, pause }: ErrandTools) => {
  const saleOf = (id: string): Sale => {
    const sale = ledger.sales.get(id);
    if (sale === undefined) throw new Error(`the journal has no ${id}`);
    return sale;
  };

  /** Looks up a sale by the till's id; undefined if the platform does not have it. */
  const lookSaleUp = async (id: string): Promise<string | undefined> => {
    const { status, body } = await outbox.send(() => readSale(id));
    const found = status === 200 ? textIn(body, 'id') : undefined;
    if (found !== undefined) learn({ what: 'service id', of: `sale ${id}`, id: found });
    return found;
  };

  const send = async (whole: Sale): Promise<void> => {
    const { id, phase } = whole;
    const sent = await outbox.send(() => sendSale(whole));
    if (!isOk(sent)) return;
    for (let look = 1; look <= maxLooks && !ledger.serviceIds.has(`sale ${id}`); look++) {
      if (look > 1) await pause();
      await lookSaleUp(id);
    }
    // the platform stores a new sale of the kitchen as `on-hold`
    if (phase === 'kitchen' && ledger.serviceIds.has(`sale ${id}`)) await change('cook sale', id);
  };

  const change = async (purpose: SaleChange, id: string, code?: string): Promise<void> => {
    for (const isFirst of [true, false]) {
      const kept = isFirst ? ledger.serviceIds.get(`sale ${id}`) : undefined;
      const serviceId = kept ?? (await lookSaleUp(id));
      // the phase of this task, because another change may already wait
      const asAsked = (): Sale =>
        purpose === 'redeem on sale' ? saleOf(id) : { ...saleOf(id), phase: phases[purpose] };
      if (serviceId === undefined) return await send(asAsked());
      const reply = await outbox.send(() => changeSale(purpose, asAsked(), serviceId));
      if (reply.status === 422 && code !== undefined && saleOf(id).code === code) {
        // the coupon is gone, and the sale stays as it is
        learn({ what: 'code refused', sale: id, code });
        learn({ what: 'voucher gone', code });
        return;
      }
      if (reply.status !== 404) return;
    }
  };

  return { send, resend: (id: string): Promise<void> => send(saleOf(id)), change };
};
