import { isObject, type JsonObject } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import type { DeclaredFlow } from '../../../fixtures/profile/schema.ts';
import { fillTemplate } from '../../../fixtures/reading/template.ts';
import { type Explorer, isRecord } from './explorer.ts';
import { recordsIn } from './find-paths.ts';

/** A coupon that one of our orders triggered. */
export interface SeenFlow {
  company: string;
  trigger: 'completed' | 'on-hold' | 'canceled';
  total: number;
  coupon: { code: string; type: unknown; amount: unknown };
}

/** What only the panel shows of a flow. */
export type FlowStep = 'giftback' | 'coupon' | 'several';

export interface FlowQuestions {
  /** Undefined if nobody knows. */
  step(seen: SeenFlow): Promise<FlowStep | undefined>;
}

export interface FoundFlow {
  seen: SeenFlow;
  /** Left out if it is not certain what the flow is. */
  flow?: DeclaredFlow;
  /** The most likely flow, if it is not certain. */
  likely?: DeclaredFlow;
  message: string;
}

type Coupon = JsonObject & { id: string; code: string };

const triggers = ['completed', 'on-hold', 'canceled'] as const;
const total = 1000;
/** Pauses before each look for a coupon: the document allows some seconds for the queue. */
const lookMs = [500, 1000, 1500, 2000, 3000, 4000, 6000, 8000];
const dayMs = 24 * 3600 * 1000;

const isCoupon = (body: unknown): body is Coupon =>
  isObject(body) && typeof body.id === 'string' && typeof body.code === 'string';

interface Shop {
  explorer: Explorer;
  template: JsonObject;
  /** Path of the list of coupons, if it is known. */
  couponList: string | undefined;
}

/** Creates an order for a phone, and reads it back. */
const createOrder = async (
  { explorer, template }: Shop,
  status: string,
  phone: string,
): Promise<JsonObject | undefined> => {
  const externalId = explorer.newText();
  const body = { ...fillTemplate(template, { phone, total }), externalId, status };
  const sent = await explorer.ask('POST', '/orders', body);
  if (!sent || sent.status >= 300) return undefined;
  const stored = await explorer.read(`/orders/external/${encodeURIComponent(externalId)}`);
  if (!isRecord(stored)) return undefined;
  explorer.created.push({ what: 'order', company: explorer.company.name, path: `/orders/${stored.body.id}` });
  return stored.body;
};

const couponOf = async ({ explorer }: Shop, { id }: JsonObject): Promise<Coupon | undefined> => {
  for (const pauseMs of lookMs) {
    await explorer.runtime.pause(pauseMs);
    const answer = await explorer.ask('GET', `/coupons/order/${String(id)}`);
    const body = Array.isArray(answer?.body) ? answer.body[0] : answer?.body;
    if (answer?.status === 200 && isCoupon(body)) return body;
  }
  return undefined;
};

const isGone = async ({ explorer }: Shop, { code }: Coupon): Promise<boolean> => {
  for (const pauseMs of [500, 1500, 3000, 5000]) {
    await explorer.runtime.pause(pauseMs);
    const answer = await explorer.ask('GET', `/coupons/code/${encodeURIComponent(code)}`);
    if (answer?.status === 404) return true;
  }
  return false;
};

const digits = (phone: unknown): string => String(phone).replaceAll(/\D/g, '').slice(-8);

/** How many coupons a phone has received since then; undefined without a list. */
const countCoupons = async (shop: Shop, phone: string, since: string): Promise<number | undefined> => {
  if (shop.couponList === undefined) return undefined;
  const ids = new Set<unknown>();
  for await (const { id, customer } of recordsIn(shop.explorer, shop.couponList, since)) {
    if (isObject(customer) && digits(customer.phone) === digits(phone)) ids.add(id);
  }
  return ids.size;
};

const daysBetween = (from: unknown, to: unknown): number | undefined => {
  const days = (Date.parse(String(to)) - Date.parse(String(from))) / dayMs;
  return Math.abs(days - Math.round(days)) * dayMs < 5000 ? Math.round(days) : undefined;
};

/** The settings of a flow that its coupon shows. */
const settingsIn = (coupon: Coupon, ordered: JsonObject): Partial<DeclaredFlow> => {
  const { minPurchaseValue, acumulative, startDate, expiryDate } = coupon;
  const validDays = daysBetween(startDate, expiryDate);
  // the coupon is created some seconds after its order
  const made = coupon.createdAt ?? ordered.createdAt;
  const waits = (Date.parse(String(startDate)) - Date.parse(String(made))) / dayMs;
  const startsAfterDays = Math.abs(waits - Math.round(waits)) * dayMs < 120_000 ? Math.round(waits) : undefined;
  return {
    ...(typeof minPurchaseValue === 'number' ? { minPurchaseValue } : {}),
    ...(typeof acumulative === 'boolean' ? { acumulative } : {}),
    ...(validDays === undefined || validDays <= 0 ? {} : { validDays }),
    ...(startsAfterDays === undefined || startsAfterDays <= 0 ? {} : { startsAfterDays }),
  };
};

const shareOf = (amount: number): number => Math.round((amount / total) * 10_000) / 100;

const stepOf = (step: FlowStep, { type, amount }: Coupon): DeclaredFlow['step'] | undefined => {
  if (typeof amount !== 'number' || amount <= 0) return undefined;
  const isPercent = type === 'percent';
  const percent = isPercent ? amount : shareOf(amount);
  // an amount that is not a share of the purchase contradicts the answer
  if (step === 'giftback') return percent > 0 ? { kind: 'giftback', percent } : undefined;
  return step === 'coupon' ? { kind: 'coupon', discount: isPercent ? 'percent' : 'fixed', amount } : undefined;
};

const findFlow = async (
  shop: Shop,
  trigger: SeenFlow['trigger'],
  questions: FlowQuestions,
): Promise<FoundFlow | undefined> => {
  const { explorer } = shop;
  const since = new Date(explorer.runtime.date().getTime() - 3600 * 1000).toISOString();
  const phone = explorer.newPhone();
  const first = await createOrder(shop, trigger, phone);
  const coupon = first && (await couponOf(shop, first));
  if (!first || !coupon) return undefined;
  const seen: SeenFlow = {
    company: explorer.company.name,
    trigger,
    total,
    coupon: { code: coupon.code, type: coupon.type, amount: coupon.amount },
  };
  const count = await countCoupons(shop, phone, since);
  const second = await createOrder(shop, trigger, phone);
  const later = second && (await couponOf(shop, second));
  const isReplaced = later !== undefined && later.id !== coupon.id && (await isGone(shop, coupon));
  const countAfter = await countCoupons(shop, phone, since);
  // a giftback is never certain: of two with the same trigger, one cancels the other
  const bothStay = later !== undefined && !isReplaced && countAfter === 2;
  const step = (await questions.step(seen)) ?? (bothStay ? 'coupon' : undefined);
  const message = `an order with status ${trigger} made the coupon ${coupon.code} (${String(coupon.type)}, ${String(coupon.amount)})`;
  if (count !== undefined && count > 1)
    return { seen, message: `${message} and ${count - 1} more: several flows share it` };
  if (step === 'several') return { seen, message: `${message}; several flows share the trigger` };
  const declaredAs = (each: FlowStep): DeclaredFlow | undefined => {
    const declared = stepOf(each, coupon);
    const runMode = later === undefined ? 'once-per-customer' : 'once-per-order';
    return declared && { trigger, step: declared, runMode, active: true, ...settingsIn(coupon, first) };
  };
  const flow = step && declaredAs(step);
  if (flow) return { seen, message, flow };
  const likely = declaredAs(isReplaced ? 'giftback' : 'coupon');
  return {
    seen,
    message: `${message}; whether it is a giftback or a coupon is not certain`,
    ...omitUndefined({ likely }),
  };
};

/** Finds the flows of a company by one customer and two orders for each trigger. */
export const findFlows = async (shop: Shop, questions: FlowQuestions): Promise<FoundFlow[]> => {
  const found = await Promise.all(triggers.map((trigger) => findFlow(shop, trigger, questions)));
  return found.filter((each) => each !== undefined);
};
