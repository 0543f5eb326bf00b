import { type Body, isBody, parsed } from './call.ts';
import { readVoucher, statuses } from './drafts.ts';
import type { Buyer, Card, Phase } from './entries.ts';
import type { WayOfUse } from './manners.ts';
import { createNewRecords, usualTotal } from './new-records.ts';
import type { Shift, TillAnswer } from './shift.ts';

export interface Counter {
  /** Performs the action of a hook. */
  answer(hook: string, text: string): Promise<TillAnswer>;
  state(): unknown;
}

const never: TillAnswer = { status: 501, body: { message: 'this till never does that' } };
const refused = (message: string): TillAnswer => ({ status: 409, body: { message } });
const done = (id: string, code?: string): TillAnswer => ({
  status: 200,
  body: code === undefined ? { id } : { id, code },
});

/** Answers the hooks: everything that happens at the counter. */
export const createCounter = ({ ledger, scene, manners, outbox, take, learn, idle }: Shift): Counter => {
  const made = createNewRecords(scene, manners);
  const { newBuyer } = made;

  const ring = (phase: Phase, buyer: Buyer, total: number, code?: string): TillAnswer => {
    const sale = made.sale({ phase, buyer, total, code });
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
    return voucher === undefined ? undefined : manners.refuses(voucher, total, scene, way);
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

  const makeCard = (kind: Card['kind'], { id }: Body): TillAnswer => {
    if (typeof id === 'string') {
      if (!ledger.cards.has(id)) return refused(`there is no ${kind} ${id}`);
      take({ what: 'card sent again', card: id });
      return done(id);
    }
    const card = made.card(kind);
    take({ what: 'card made', card });
    return done(card.id);
  };

  const onPerson = (what: 'person changed' | 'person removed', { id }: Body): TillAnswer => {
    if (typeof id !== 'string' || !ledger.cards.has(id)) return refused(`there is no person ${id}`);
    if (what === 'person removed') take({ what, card: id });
    else take({ what, card: id, fields: { lastName: made.lastName() } });
    return done(id);
  };

  const issue = (origin: 'registered' | 'shared' | 'counter'): TillAnswer => {
    const voucher = made.voucher(origin);
    take({ what: 'voucher issued', voucher });
    return done(voucher.id, voucher.code);
  };

  const markVoucher = async ({ code }: Body): Promise<TillAnswer> => {
    if (typeof code !== 'string') return refused('no code was given');
    await idle(`voucher ${code}`);
    const voucher = ledger.vouchers.get(code);
    if (voucher === undefined) return refused(`${code} is no voucher of this till`);
    if (ledger.spent.has(code)) return refused(`${code} was used`);
    take({ what: 'voucher marked', code });
    return done(voucher.id);
  };

  const changeReceiver = (what: 'receiver wanted' | 'receiver changed' | 'receiver dropped'): TillAnswer => {
    const { isReceiving } = ledger;
    if (what === 'receiver wanted' ? isReceiving : !isReceiving) {
      return isReceiving ? done('receiver') : refused('nothing is registered');
    }
    if (what === 'receiver dropped') take({ what });
    else take({ what, secret: scene.newUuid() });
    return done('receiver');
  };

  const askForList = ({ list, since, changedSince, pageSize }: Body): TillAnswer => {
    if (typeof list !== 'string') return never;
    take({
      what: 'list asked',
      list,
      ...(typeof since === 'string' ? { since } : {}),
      ...(typeof changedSince === 'string' ? { changedSince } : {}),
      ...(typeof pageSize === 'number' ? { pageSize } : {}),
    });
    return { status: 200 };
  };

  const hooks: Record<string, (asked: Body) => TillAnswer | Promise<TillAnswer>> = {
    'register-webhook': () => changeReceiver('receiver wanted'),
    'change-webhook': () => changeReceiver('receiver changed'),
    'unregister-webhook': () => changeReceiver('receiver dropped'),
    'create-customer': (asked) => makeCard('person', asked),
    'update-customer': (asked) => onPerson('person changed', asked),
    'delete-customer': (asked) => onPerson('person removed', asked),
    'create-product': (asked) => makeCard('item', asked),
    'create-store': (asked) => makeCard('branch', asked),
    'create-cart': (asked) => makeCard('basket', asked),
    'create-order': createSale,
    'pay-order': (asked) => changeSale('sale settled', asked),
    'cancel-order': (asked) => changeSale('sale voided', asked),
    redeem,
    'make-coupon': () => issue('counter'),
    'register-coupon': () => issue('registered'),
    'register-shared-coupon': () => issue('shared'),
    'mark-coupon-used': markVoucher,
    synchronize: askForList,
    'read-coupons-config': () => {
      take({ what: 'configuration asked' });
      return { status: 200 };
    },
  };

  return {
    async answer(hook, text) {
      const act = hooks[hook];
      if (act === undefined) return never;
      const asked = parsed(text === '' ? '{}' : text);
      return isBody(asked) ? await act(asked) : { status: 400, body: { message: 'the body is no JSON object' } };
    },
    state: () => ({
      coupons: [...ledger.vouchers.values()].map(({ code, id, type, amount, least, combines, endsAt, mobile }) => ({
        code,
        id,
        type,
        amount,
        minPurchaseValue: least,
        combinable: combines,
        expiryDate: endsAt,
        ...(mobile === undefined ? {} : { phone: mobile }),
      })),
    }),
  };
};
