import { type Body, isBody, parsed } from './call.ts';
import type { Card } from './entries.ts';
import { createNewRecords } from './new-records.ts';
import { createSaleHooks, done, never, refused } from './sale-hooks.ts';
import type { Shift, TillAnswer } from './shift.ts';

export interface Counter {
  /** Performs the action of a hook. */
  answer(hook: string, text: string): Promise<TillAnswer>;
  state(): unknown;
}

/** Answers the hooks: everything that happens at the counter. */
export const createCounter = (shift: Shift): Counter => {
  const { ledger, scene, manners, take, idle } = shift;
  const made = createNewRecords(scene, manners);
  const { createSale, redeem, changeSale } = createSaleHooks(shift, made);

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
