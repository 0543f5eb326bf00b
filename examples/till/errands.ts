import { type Body, isBody, type Reply } from './call.ts';
import { instantOf } from './dates.ts';
import {
  changePerson,
  changeReceiver,
  changeSale,
  dropReceiver,
  findPerson,
  markAsUsed,
  readConfiguration,
  readList,
  readSale,
  readVoucher,
  registerReceiver,
  registerSharedVoucher,
  registerVoucher,
  removePerson,
  sendCard,
  sendSale,
  writeBack,
} from './drafts.ts';
import type { Card, Fact, Notice, Sale, Task, Voucher } from './entries.ts';
import type { Ledger } from './ledger.ts';
import type { Manners, Scene } from './manners.ts';
import type { Outbox } from './outbox.ts';

interface ErrandTools {
  ledger: Ledger;
  outbox: Outbox;
  manners: Manners;
  scene: Scene;
  learn(fact: Fact): void;
  pause(): Promise<void>;
  newName(kind: 'kept voucher'): string;
  receiverUrl: string;
}

const ok = ({ status }: Reply): boolean => status >= 200 && status < 300;
const phases = { 'settle sale': 'settled', 'void sale': 'voided', 'redeem on sale': 'settled' } as const;
const usualPageSize = 50;
/** A record may appear some time after its write. */
const maxLooks = 3;
const textIn = (body: Body, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

/** Performs each task at the platform. */
export const createErrands = (tools: ErrandTools) => {
  const { ledger, outbox, manners, scene, learn, receiverUrl } = tools;

  const known = <Found>(found: Found | undefined, name: string): Found => {
    if (found === undefined) throw new Error(`the journal has no ${name}`);
    return found;
  };
  const sale = (id: string): Sale => known(ledger.sales.get(id), id);

  /** Looks up a sale by the till's id; undefined if the platform does not have it. */
  const lookSaleUp = async (id: string): Promise<string | undefined> => {
    const { status, body } = await outbox.send(() => readSale(id));
    const found = status === 200 ? textIn(body, 'id') : undefined;
    if (found !== undefined) learn({ what: 'service id', of: `sale ${id}`, id: found });
    return found;
  };

  const sendWholeSale = async (whole: Sale): Promise<void> => {
    const { id } = whole;
    const sent = await outbox.send(() => sendSale(whole));
    if (!ok(sent) || ledger.serviceIds.has(`sale ${id}`)) return;
    for (let look = 1; look <= maxLooks; look++) {
      if ((await lookSaleUp(id)) !== undefined) return;
      await tools.pause();
    }
  };

  const changeKnownSale = async (
    purpose: 'settle sale' | 'void sale' | 'redeem on sale',
    id: string,
    code?: string,
  ): Promise<void> => {
    for (const isFirst of [true, false]) {
      const kept = isFirst ? ledger.serviceIds.get(`sale ${id}`) : undefined;
      const serviceId = kept ?? (await lookSaleUp(id));
      // the phase of this task, because another change may already wait
      const asAsked = (): Sale => ({ ...sale(id), phase: phases[purpose] });
      if (serviceId === undefined) return await sendWholeSale(asAsked());
      const reply = await outbox.send(() => changeSale(purpose, asAsked(), serviceId));
      if (reply.status === 422 && code !== undefined && sale(id).code === code) {
        // the coupon is gone, and the sale was paid without it
        learn({ what: 'code refused', sale: id, code });
        learn({ what: 'voucher gone', code });
        await outbox.send(() => changeSale('settle sale', asAsked(), serviceId));
        return;
      }
      if (reply.status !== 404) return;
    }
  };

  /** Looks up a person by the till's id. Null: the platform has none; undefined: it does not say. */
  const lookPersonUp = async (id: string): Promise<string | null | undefined> => {
    for (let look = 1; look <= maxLooks; look++) {
      const { status, body } = await outbox.send(() => findPerson(id));
      if (status === 200) return textIn(body, 'id');
      if (status === 404 || status === 422) return null;
      await tools.pause();
    }
    return undefined;
  };

  const isRegistered = async (code: string): Promise<boolean> =>
    ok(await outbox.send(() => readVoucher('look for voucher', code)));

  const issue = async (voucher: Voucher): Promise<void> => {
    const { origin, code } = voucher;
    if (origin === 'registered')
      await outbox.send(
        () => registerVoucher(voucher),
        () => isRegistered(code),
      );
    if (origin === 'shared')
      await outbox.send(
        () => registerSharedVoucher(voucher),
        () => isRegistered(code),
      );
    // only a lookup shows what was stored
    if (origin !== 'counter') await outbox.send(() => readVoucher('read voucher back', code));
  };

  const voucherFrom = (notice: Notice, coupon: Body): Voucher => {
    const { customer } = coupon;
    const mobile = isBody(customer) ? textIn(customer, 'phone') : undefined;
    const startsAt = textIn(coupon, 'startDate');
    return {
      id: tools.newName('kept voucher'),
      code: notice.code,
      origin: 'flow',
      type: textIn(coupon, 'type') ?? 'fixed_cart',
      amount: Number(coupon.amount ?? 0),
      least: Number(coupon.minPurchaseValue ?? 0),
      combines: coupon.acumulative === true,
      endsAt: textIn(coupon, 'expiryDate') ?? null,
      ...(startsAt === undefined ? {} : { startsAt }),
      ...(mobile === undefined ? {} : { mobile }),
    };
  };

  const keep = async (notice: Notice): Promise<void> => {
    const { code } = notice;
    let voucher = manners.recalls(code, ledger);
    if (voucher === undefined) {
      let found = await outbox.send(() => readVoucher('read voucher', code));
      for (let look = 1; !ok(found) && manners.onUnknown(notice) === 'ask again' && look < 100; look++) {
        await tools.pause();
        found = await outbox.send(() => readVoucher('read voucher', code));
      }
      if (!ok(found) && manners.onUnknown(notice) !== 'make') {
        learn({ what: 'voucher gone', code });
        return;
      }
      voucher = manners.keeps(voucherFrom(notice, found.body), found.body, scene);
      learn({ what: 'voucher kept', voucher });
      if (found.body.used === true) learn({ what: 'voucher spent', code });
    }
    const kept = voucher;
    await outbox.send(() => writeBack(kept));
  };

  const removed = async (id: string): Promise<void> => {
    const serviceId = await lookPersonUp(id);
    if (typeof serviceId === 'string') await outbox.send(() => removePerson(id, serviceId));
  };

  const changed = async (card: Card): Promise<void> => {
    const serviceId = await lookPersonUp(card.id);
    if (serviceId === null) await outbox.send(() => sendCard(card));
    // if the platform does not say, the next change sends this one as well
    else if (serviceId !== undefined) await outbox.send(() => changePerson(card, serviceId));
  };

  const register = async (secret: string): Promise<void> => {
    const { status, body } = await outbox.send(() => registerReceiver(receiverUrl, secret));
    const id = status === 200 ? textIn(body, 'id') : undefined;
    if (id !== undefined) learn({ what: 'service id', of: 'receiver', id });
  };

  const readWholeList = async ({ list, since, changedSince, pageSize = usualPageSize }: ListTask): Promise<void> => {
    const filters: Record<string, string> = {
      after: instantOf(since ?? '2020-01-01'),
      ...(changedSince === undefined ? {} : { updatedAt: instantOf(changedSince) }),
    };
    let firstTotalPages: number | undefined;
    for (let page: number | undefined = 1; page !== undefined; ) {
      const query = { ...filters, page: String(page), pageSize: String(pageSize) };
      const { status, body } = await outbox.send(() => readList(list, query));
      const pages = isBody(body.pagination) ? Number(body.pagination.totalPages ?? 0) : 0;
      firstTotalPages ??= pages;
      const got = Array.isArray(body.data) ? body.data.length : 0;
      page = manners.nextPage({ page, pageSize, got, totalPages: pages, firstTotalPages, isFailed: status !== 200 });
    }
  };

  return async (task: Task): Promise<void> => {
    switch (task.what) {
      case 'sale rung':
        return await sendWholeSale(task.sale);
      case 'sale sent again':
        return await sendWholeSale(sale(task.sale));
      case 'sale settled':
        return await changeKnownSale('settle sale', task.sale);
      case 'sale voided':
        return await changeKnownSale('void sale', task.sale);
      case 'sale redeemed':
        return await changeKnownSale('redeem on sale', task.sale, task.code);
      case 'card made':
        return void (await outbox.send(() => sendCard(task.card)));
      case 'card sent again':
        return void (await outbox.send(() => sendCard(known(ledger.cards.get(task.card), task.card))));
      case 'person changed': {
        const card = ledger.cards.get(task.card);
        return card === undefined ? undefined : await changed(card);
      }
      case 'person removed':
        return await removed(task.card);
      case 'voucher issued':
        return await issue(task.voucher);
      case 'voucher marked':
        return void (await outbox.send(() => markAsUsed(task.code)));
      case 'notice came':
        return await keep(task.notice);
      case 'receiver wanted':
        return await register(task.secret);
      case 'receiver changed': {
        const serviceId = ledger.serviceIds.get('receiver');
        const reply =
          serviceId === undefined
            ? undefined
            : await outbox.send(() => changeReceiver(receiverUrl, task.secret, serviceId));
        // the registration is gone or never existed
        if (reply === undefined || reply.status === 404) await register(task.secret);
        return;
      }
      case 'receiver dropped': {
        const serviceId = ledger.serviceIds.get('receiver');
        if (serviceId !== undefined) await outbox.send(() => dropReceiver(serviceId));
        return;
      }
      case 'list asked':
        return await readWholeList(task);
      case 'configuration asked':
        return void (await outbox.send(() => readConfiguration));
    }
  };
};

type ListTask = Extract<Task, { what: 'list asked' }>;
