import { isBody, textIn } from './call.ts';
import { instantOf } from './dates.ts';
import {
  changePerson,
  changeReceiver,
  dropReceiver,
  findPerson,
  markAsUsed,
  readConfiguration,
  readList,
  registerReceiver,
  removePerson,
  sendCard,
} from './drafts.ts';
import type { Card, Task } from './entries.ts';
import { type ErrandTools, maxLooks } from './errand-tools.ts';
import { createSaleErrands } from './sale-errands.ts';
import { createVoucherErrands } from './voucher-errands.ts';

const usualPageSize = 50;
type ListTask = Extract<Task, { what: 'list asked' }>;

/** Performs each task at the platform. */
export const createErrands = (tools: ErrandTools) => {
  const { ledger, outbox, manners, learn, pause, receiverUrl } = tools;
  const sales = createSaleErrands(tools);
  const vouchers = createVoucherErrands(tools);

  const cardOf = (id: string): Card => {
    const card = ledger.cards.get(id);
    if (card === undefined) throw new Error(`the journal has no ${id}`);
    return card;
  };

  /** Looks up a person by the till's id. Null: the platform has none; undefined: it does not say. */
  const lookPersonUp = async (id: string): Promise<string | null | undefined> => {
    for (let look = 1; look <= maxLooks; look++) {
      const { status, body } = await outbox.send(() => findPerson(id));
      if (status === 200) return textIn(body, 'id');
      if (status === 404 || status === 422) return null;
      await pause();
    }
    return undefined;
  };

  const sendRemoval = async (id: string): Promise<void> => {
    const serviceId = await lookPersonUp(id);
    if (typeof serviceId === 'string') await outbox.send(() => removePerson(id, serviceId));
  };

  const sendChange = async (card: Card): Promise<void> => {
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

  const changeRegistration = async (secret: string): Promise<void> => {
    const serviceId = ledger.serviceIds.get('receiver');
    const reply = serviceId && (await outbox.send(() => changeReceiver(receiverUrl, secret, serviceId)));
    // the registration is gone or never existed
    if (!reply || reply.status === 404) await register(secret);
  };

  const dropRegistration = async (): Promise<void> => {
    const serviceId = ledger.serviceIds.get('receiver');
    if (serviceId !== undefined) await outbox.send(() => dropReceiver(serviceId));
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
      page = manners.nextPage({ page, got, totalPages: pages, firstTotalPages, isFailed: status !== 200 });
    }
  };

  return async (task: Task): Promise<void> => {
    switch (task.what) {
      case 'sale rung':
        return await sales.send(task.sale);
      case 'sale sent again':
        return await sales.resend(task.sale);
      case 'sale settled':
        return await sales.change('settle sale', task.sale);
      case 'sale voided':
        return await sales.change('void sale', task.sale);
      case 'sale redeemed':
        return await sales.change('redeem on sale', task.sale, task.code);
      case 'card made':
        return void (await outbox.send(() => sendCard(task.card)));
      case 'card sent again':
        return void (await outbox.send(() => sendCard(cardOf(task.card))));
      case 'person changed': {
        const card = ledger.cards.get(task.card);
        return card === undefined ? undefined : await sendChange(card);
      }
      case 'person removed':
        return await sendRemoval(task.card);
      case 'voucher issued':
        return await vouchers.issue(task.voucher);
      case 'voucher marked':
        return void (await outbox.send(() => markAsUsed(task.code)));
      case 'notice came':
        return await vouchers.keep(task.notice);
      case 'receiver wanted':
        return await register(task.secret);
      case 'receiver changed':
        return await changeRegistration(task.secret);
      case 'receiver dropped':
        return await dropRegistration();
      case 'list asked':
        return await readWholeList(task);
      case 'configuration asked':
        return void (await outbox.send(() => readConfiguration));
    }
  };
};
