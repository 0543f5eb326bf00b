import { type Body, isBody, isOk, textIn } from './call.ts';
import { readVoucher, registerSharedVoucher, registerVoucher, writeBack } from './drafts.ts';
import type { Notice, Voucher } from './entries.ts';
import type { ErrandTools } from './errand-tools.ts';

/** Registers the vouchers of the till, and keeps those of the platform. */
export const createVoucherErrands = ({ ledger, outbox, manners, scene, learn, pause, newVoucherId }: ErrandTools) => {
  const isRegistered = async (code: string): Promise<boolean> =>
    isOk(await outbox.send(() => readVoucher('look for voucher', code)));

  const issue = async (voucher: Voucher): Promise<void> => {
    const { origin, code } = voucher;
    if (origin === 'counter') return;
    const draft = origin === 'shared' ? registerSharedVoucher(voucher) : registerVoucher(voucher);
    const reply = await outbox.send(
      () => draft,
      () => isRegistered(code),
    );
    // the platform does not know what it refused: only the counter takes it
    if (origin === 'registered' && !isOk(reply))
      return learn({ what: 'voucher kept', voucher: { ...voucher, origin: 'counter' } });
    // only a lookup shows what was stored
    await outbox.send(() => readVoucher('read voucher back', code));
  };

  const voucherFrom = (notice: Notice, coupon: Body): Voucher => {
    const { customer } = coupon;
    return {
      id: newVoucherId(),
      code: notice.code,
      origin: 'flow',
      type: textIn(coupon, 'type') ?? 'fixed_cart',
      amount: Number(coupon.amount ?? 0),
      least: Number(coupon.minPurchaseValue ?? 0),
      combines: coupon.acumulative === true,
      endsAt: textIn(coupon, 'expiryDate') ?? null,
      startsAt: textIn(coupon, 'startDate'),
      mobile: isBody(customer) ? textIn(customer, 'phone') : undefined,
    };
  };

  const keep = async (notice: Notice): Promise<void> => {
    const { code } = notice;
    let voucher = manners.recalls(code, ledger);
    if (voucher === undefined) {
      let found = await outbox.send(() => readVoucher('read voucher', code));
      for (let look = 1; !isOk(found) && manners.onUnknown(notice) === 'ask again' && look < 100; look++) {
        await pause();
        found = await outbox.send(() => readVoucher('read voucher', code));
      }
      if (!isOk(found) && manners.onUnknown(notice) !== 'make') {
        // a refusal says nothing about the coupon, which may be notified again
        const isRefused = found.status === 401 || found.status === 403;
        learn({ what: isRefused ? 'voucher unread' : 'voucher gone', code });
        return;
      }
      voucher = manners.keeps(voucherFrom(notice, found.body), found.body, scene);
      learn({ what: 'voucher kept', voucher });
      if (found.body.used === true) learn({ what: 'voucher spent', code });
    }
    const kept = voucher;
    await outbox.send(() => writeBack(kept));
  };

  return { issue, keep };
};
