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

type ListTask = Extract<Task, { what: 'list asked' }>;

const usualPageSize = 50;

/** Looks up a person by the till's id. Null: the platform has none; undefined: it does not say. */
const lookPersonUp = async ({ outbox, pause }: ErrandTools, id: string): Promise<string | null | undefined> => {
  for (let look = 1; look <= maxLooks; look++) {
    const { status, body } = await outbox.send(() => findPerson(id));
    if (status === 200) return textIn(body, 'id');
    if (status === 404 || status === 422) return null;
    await pause();
  }
  return undefined;
};

const sendRemoval = async (tools: ErrandTools, id: string): Promise<void> => {
  const serviceId = await lookPersonUp(tools, id);
  if (typeof serviceId === 'string') await tools.outbox.send(() => removePerson(id, serviceId));
};

const sendChange = async (tools: ErrandTools, card: Card | undefined): Promise<void> => {
  if (card === undefined) return;
  const serviceId = await lookPersonUp(tools, card.id);
  if (serviceId === null) await tools.outbox.send(() => sendCard(card));
  // if the platform does not say, the next change sends this one as well
  else if (serviceId !== undefined) await tools.outbox.send(() => changePerson(card, serviceId));
};

const register = async ({ outbox, learn, receiverUrl }: ErrandTools, secret: string): Promise<void> => {
  const { status, body } = await outbox.send(() => registerReceiver(receiverUrl, secret));
  const id = status === 200 ? textIn(body, 'id') : undefined;
  if (id !== undefined) learn({ what: 'service id', of: 'receiver', id });
};

const changeRegistration = async (tools: ErrandTools, secret: string): Promise<void> => {
  const { ledger, outbox, receiverUrl } = tools;
  const serviceId = ledger.serviceIds.get('receiver');
  const reply = serviceId && (await outbox.send(() => changeReceiver(receiverUrl, secret, serviceId)));
  // the registration is gone or never existed
  if (!reply || reply.status === 404) await register(tools, secret);
};

const dropRegistration = async ({ ledger, outbox }: ErrandTools): Promise<void> => {
  const serviceId = ledger.serviceIds.get('receiver');
  if (serviceId !== undefined) await outbox.send(() => dropReceiver(serviceId));
};

const readWholeList = async ({ outbox, manners }: ErrandTools, asked: ListTask): Promise<void> => {
  const { list, since = '2020-01-01', changedSince, pageSize = usualPageSize } = asked;
  const filters: Record<string, string> = {
    after: instantOf(since),
    ...(changedSince === undefined ? {} : { updatedAt: instantOf(changedSince) }),
  };
  let firstTotalPages: number | undefined;
  for (let page: number | undefined = 1; page !== undefined; ) {
    const query = { ...filters, page: String(page), pageSize: String(pageSize) };
    const { status, body } = await outbox.send(() => readList(list, query));
    const totalPages = isBody(body.pagination) ? Number(body.pagination.totalPages ?? 0) : 0;
    firstTotalPages ??= totalPages;
    const got = Array.isArray(body.data) ? body.data.length : 0;
    page = manners.nextPage({ page, got, totalPages, firstTotalPages, isFailed: status !== 200 });
  }
};

const cardOf = ({ ledger }: ErrandTools, id: string): Card => {
  const card = ledger.cards.get(id);
  if (card === undefined) throw new Error(`the journal has no ${id}`);
  return card;
};

/** Performs each task at the platform. */
export const createErrands = (tools: ErrandTools) => {
  const { ledger, outbox } = tools;
  const sales = createSaleErrands(tools);
  const vouchers = createVoucherErrands(tools);

  return async (task: Task): Promise<unknown> => {
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
        return await outbox.send(() => sendCard(task.card));
      case 'card sent again':
        return await outbox.send(() => sendCard(cardOf(tools, task.card)));
      case 'person changed':
        return await sendChange(tools, ledger.cards.get(task.card));
      case 'person removed':
        return await sendRemoval(tools, task.card);
      case 'voucher issued':
        return await vouchers.issue(task.voucher);
      case 'voucher marked':
        return await outbox.send(() => markAsUsed(task.code));
      case 'notice came':
        return await vouchers.keep(task.notice);
      case 'receiver wanted':
        return await register(tools, task.secret);
      case 'receiver changed':
        return await changeRegistration(tools, task.secret);
      case 'receiver dropped':
        return await dropRegistration(tools);
      case 'list asked':
        return await readWholeList(tools, task);
      case 'configuration asked':
        return await outbox.send(() => readConfiguration);
    }
  };
};
