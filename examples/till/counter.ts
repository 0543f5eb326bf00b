import { type Body, isBody, parsed, textIn } from './call.ts';
import type { Card, Voucher } from './entries.ts';
import { createNewRecords, type NewRecords } from './new-records.ts';
import { createSaleHooks, done, never, refused } from './sale-hooks.ts';
import type { Shift, TillAnswer } from './shift.ts';

export interface Counter {
  /** Performs the action of a hook. */
  answer(hook: string, text: string): Promise<TillAnswer>;
  state(): unknown;
}

type Hook = (asked: Body) => TillAnswer | Promise<TillAnswer>;

/** Answers the hooks about customers, products, stores, carts and vouchers. */
const createRecordHooks = ({ ledger, take, idle }: Shift, made: NewRecords) => {
  const makeCard =
    (kind: Card['kind']): Hook =>
    ({ id }) => {
      if (typeof id !== 'string') {
        const card = made.card(kind);
        take({ what: 'card made', card });
        return done(card.id);
      }
      if (!ledger.cards.has(id)) return refused(`there is no ${kind} ${id}`);
      take({ what: 'card sent again', card: id });
      return done(id);
    };

  const onPerson =
    (what: 'person changed' | 'person removed'): Hook =>
    ({ id }) => {
      if (typeof id !== 'string' || !ledger.cards.has(id)) return refused(`there is no person ${id}`);
      if (what === 'person removed') take({ what, card: id });
      else take({ what, card: id, fields: { lastName: made.lastName() } });
      return done(id);
    };

  const issue =
    (origin: 'registered' | 'shared' | 'counter'): Hook =>
    () => {
      const voucher = made.voucher(origin);
      take({ what: 'voucher issued', voucher });
      return done(voucher.id, voucher.code);
    };

  const markVoucher: Hook = async ({ code }) => {
    if (typeof code !== 'string') return refused('no code was given');
    await idle(`voucher ${code}`);
    const voucher = ledger.vouchers.get(code);
    if (voucher === undefined) return refused(`${code} is no voucher of this till`);
    if (ledger.spent.has(code)) return refused(`${code} was used`);
    take({ what: 'voucher marked', code });
    return done(voucher.id);
  };

  return { makeCard, onPerson, issue, markVoucher };
};

const receiverHook =
  ({ ledger, scene, take }: Shift, what: 'receiver wanted' | 'receiver changed' | 'receiver dropped'): Hook =>
  () => {
    const { isReceiving } = ledger;
    if (what === 'receiver wanted' && isReceiving) return done('receiver');
    if (what !== 'receiver wanted' && !isReceiving) return refused('nothing is registered');
    if (what === 'receiver dropped') take({ what });
    else take({ what, secret: scene.newUuid() });
    return done('receiver');
  };

const listHook =
  ({ take }: Shift): Hook =>
  (asked) => {
    const list = textIn(asked, 'list');
    if (list === undefined) return never;
    const pageSize = typeof asked.pageSize === 'number' ? asked.pageSize : undefined;
    take({
      what: 'list asked',
      list,
      since: textIn(asked, 'since'),
      changedSince: textIn(asked, 'changedSince'),
      pageSize,
    });
    return { status: 200 };
  };

const shown = ({ code, id, type, amount, least, combines, endsAt, mobile }: Voucher) => ({
  code,
  id,
  type,
  amount,
  minPurchaseValue: least,
  combinable: combines,
  expiryDate: endsAt,
  phone: mobile,
});

/** Answers the hooks: everything that happens at the counter. */
export const createCounter = (shift: Shift): Counter => {
  const { ledger, scene, manners, take } = shift;
  const made = createNewRecords(scene, manners);
  const { createSale, redeem, changeSale } = createSaleHooks(shift, made);
  const { makeCard, onPerson, issue, markVoucher } = createRecordHooks(shift, made);

  const hooks: Record<string, Hook> = {
    'register-webhook': receiverHook(shift, 'receiver wanted'),
    'change-webhook': receiverHook(shift, 'receiver changed'),
    'unregister-webhook': receiverHook(shift, 'receiver dropped'),
    'create-customer': makeCard('person'),
    'update-customer': onPerson('person changed'),
    'delete-customer': onPerson('person removed'),
    'create-product': makeCard('item'),
    'create-store': makeCard('branch'),
    'create-cart': makeCard('basket'),
    'create-order': createSale,
    'pay-order': (asked) => changeSale('sale settled', asked),
    'cancel-order': (asked) => changeSale('sale voided', asked),
    redeem,
    'make-coupon': issue('counter'),
    'register-coupon': issue('registered'),
    'register-shared-coupon': issue('shared'),
    'mark-coupon-used': markVoucher,
    synchronize: listHook(shift),
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
    state: () => ({ coupons: [...ledger.vouchers.values()].map(shown) }),
  };
};
