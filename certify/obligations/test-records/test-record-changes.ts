import type {
  HeldCoupon,
  MadeCoupon,
  PartnerAction,
  PartnerAttempt,
  PartnerCall,
  PartnerRecord,
} from '../../../core/partner-record.ts';
import type { Obligation } from '../obligation.ts';
import { act, answering, read, send, uuid } from './test-record.ts';

export type Change = (record: PartnerRecord) => void;

/** A change that breaks further obligations. */
interface BreachOfSeveral {
  change: Change;
  also: readonly Obligation['id'][];
}

/**
 * Changes to a correct partner's record, by the obligation that each breaks, and by what the partner does. None breaks
 * another obligation, except those in `also`.
 */
export type Breaches = Readonly<Record<Obligation['id'], Readonly<Record<string, Change | BreachOfSeveral>>>>;

export const also = (others: BreachOfSeveral['also'], change: Change): BreachOfSeveral => ({ change, also: others });

/** The changes that add correct behavior to a partner's record, by what the partner does. */
export type LegalPartners = Readonly<Record<string, Change>>;

/** Throws if there is nothing to change: a record that stays as it is would test nothing. */
const some = <Item>(items: readonly Item[]): readonly [Item, ...Item[]] => {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('the record has nothing that this change is about');
  return [first, ...others];
};

const callWhere = ({ calls }: PartnerRecord, isIt: (call: PartnerCall) => boolean): PartnerCall =>
  some(calls.filter(isIt))[0];

const isTo =
  (line: string) =>
  ({ method, path }: PartnerCall): boolean =>
    `${method} ${path}`.startsWith(line);

/** The first call whose method and path begin so. */
export const callTo = (record: PartnerRecord, line: string): PartnerCall => callWhere(record, isTo(line));

export const callAt = (record: PartnerRecord, atMs: number): PartnerCall =>
  callWhere(record, (call) => call.atMs === atMs);

/** The first read of this page of a list. */
export const pageRead = (record: PartnerRecord, page: number): PartnerCall =>
  callWhere(record, ({ path }) => path.includes(`page=${page}&`));

/** Changes fields of a call's body; one that is set to undefined is left out. */
export const rewrite = (call: PartnerCall, fields: object): void => {
  call.body = JSON.stringify({ ...JSON.parse(call.body), ...fields });
};

export const without = (line: string) => (record: PartnerRecord) => withoutCalls(record, isTo(line));

/** The first call whose method and path begin so is another one. */
export const changing =
  (line: string, fields: Partial<PartnerCall>): Change =>
  (record) =>
    void Object.assign(callTo(record, line), fields);

export const rewriting = (line: string, fields: object) => (record: PartnerRecord) =>
  rewrite(callTo(record, line), fields);

/** Registers the first coupon of the shop under this id, which the partner uses for it. */
export const registeringAs =
  (externalId: string): Change =>
  (record) => {
    rewriting('POST /coupons', { externalId })(record);
    for (const { coupons } of record.states) for (const held of coupons) if (held.code === 'OWN1') held.id = externalId;
  };

/** Changes what was sent at this moment. */
export const changingAt =
  (atMs: number, change: (call: PartnerCall) => void): Change =>
  (record) =>
    some(record.calls.filter((call) => call.atMs === atMs)).forEach(change);

export const rewritingAt = (atMs: number, fields: object): Change => changingAt(atMs, (call) => rewrite(call, fields));

export const withoutAt =
  (atMs: number): Change =>
  (record) =>
    withoutCalls(record, (call) => call.atMs === atMs);

type Rest<Add> = Add extends (record: PartnerRecord, ...rest: infer Values) => unknown ? Values : never;

/** The partner sends one more call. */
export const sending =
  (...call: Rest<typeof send>) =>
  (record: PartnerRecord): void =>
    void send(record, ...call);

/** The partner looks once more, and the platform shows it this. */
export const reading =
  (...call: Rest<typeof read>) =>
  (record: PartnerRecord): void =>
    void read(record, ...call);

/** The partner performs one more action. */
export const acting =
  (...action: Rest<typeof act>) =>
  (record: PartnerRecord): void =>
    act(record, ...action);

/** The first such call comes with another header, or without it. */
export const withHeader =
  (line: string, name: string, value?: string) =>
  (record: PartnerRecord): void => {
    const { headers } = callTo(record, line);
    delete headers[name];
    if (value !== undefined) headers[name] = value;
  };

/** The partner calls other paths. */
export const asking = (from: string, to: string) => (record: PartnerRecord) => {
  for (const call of some(record.calls.filter(({ path }) => path.includes(from))))
    call.path = call.path.replace(from, to);
};

/** The partner reports a coupon with other values in all its states. */
export const holding =
  (fields: object, code = 'PLAIN'): Change =>
  (record) => {
    const held = record.states.flatMap(({ coupons }) => coupons);
    for (const coupon of some(held.filter((each) => each.code === code))) Object.assign(coupon, fields);
  };

/** The partner leaves fields out of its reports of one coupon, or of all. */
export const leavingOut =
  (names: readonly (keyof HeldCoupon)[], code?: string): Change =>
  (record) => {
    for (const coupon of record.states.flatMap(({ coupons }) => coupons))
      if (code === undefined || coupon.code === code) for (const name of names) delete coupon[name];
  };

/** The platform has a coupon with other values. */
export const making =
  (code: string, fields: Partial<MadeCoupon>): Change =>
  ({ coupons }) =>
    void Object.assign(some(coupons.filter((each) => each.code === code))[0], fields);

export const attemptOf = ({ attempts }: PartnerRecord, code: string): PartnerAttempt =>
  some(attempts.filter((each) => each.code === code))[0];

/** The first attempt for a coupon is another one. */
export const changingAttempt =
  (code: string, fields: Partial<PartnerAttempt>): Change =>
  (record) =>
    void Object.assign(attemptOf(record, code), fields);

export const answered = (code: string, status: number): Change => changingAttempt(code, { answer: { status } });

/** The redemption of the first coupon is asked for with another total, or with none. */
export const redeemingFor = (total: number | undefined) => (record: PartnerRecord) => {
  const isIt = ({ action, parameters }: PartnerAction): boolean => action === 'redeem' && parameters.code === 'PLAIN';
  for (const { parameters } of some(record.actions.filter(isIt))) {
    delete parameters.total;
    if (total !== undefined) parameters.total = total;
  }
};

/** Takes calls out of a record. */
export const withoutCalls = (record: PartnerRecord, isOut: (call: PartnerCall) => boolean): void => {
  const out = some(record.calls.filter(isOut));
  record.calls = record.calls.filter((call) => !out.includes(call));
};

/** The partner never reports a coupon. */
export const dropping =
  (code: string): Change =>
  (record) => {
    for (const state of some(record.states.filter(({ coupons }) => coupons.some((held) => held.code === code))))
      state.coupons = state.coupons.filter((held) => held.code !== code);
  };

export const eva = { externalId: 'customer-60', phone: '+5511922220060', firstName: 'Eva' };

/** A customer is created, with this response, and changed at once. */
export const changeEvaAtOnce = (record: PartnerRecord, response: Parameters<typeof send>[4] = {}): void => {
  act(record, { action: 'create-customer', fromMs: 4200, id: eva.externalId });
  send(record, 4201, 'POST /customers', eva, response);
  act(record, { action: 'update-customer', fromMs: 4203, parameters: { id: eva.externalId } });
};

/** The whole list of products is to be read from 7190 ms on. */
export const synchronizeProducts = (record: PartnerRecord): void =>
  act(record, { action: 'synchronize', fromMs: 7190, toMs: 7199, isSettled: true, parameters: { list: 'products' } });

/** Two customers are created whose ids only the creations show, and the first one, whose id ends in 71, is deleted. */
export const deleteFirstOfTwo = (record: PartnerRecord): void => {
  for (const number of [71, 72]) {
    const customer = { externalId: `customer-${number}`, phone: `+55119222200${number}` };
    act(record, { action: 'create-customer', fromMs: 6900 + number, toMs: 6901 + number, id: customer.externalId });
    const answer = answering(200, { ...customer, id: uuid(100 + number) });
    send(record, 6900.5 + number, 'POST /customers', { ...customer, firstName: 'Eva' }, { answer, tookMs: 0.2 });
  }
  act(record, { action: 'delete-customer', fromMs: 7010, parameters: { id: 'customer-71' } });
  send(record, 7011, `DELETE /customers/${uuid(171)}`);
};

/** The partner registers its bearer only from this moment on, by a change. */
export const registerBearerAt = (record: PartnerRecord, atMs: number): void => {
  const registration = JSON.parse(callTo(record, 'POST /webhooks').body);
  for (const call of record.calls) if (call.path.startsWith('/webhooks')) rewrite(call, { bearerToken: undefined });
  for (const attempt of record.attempts) if (attempt.atMs < atMs) delete attempt.headers.authorization;
  send(record, atMs, `PUT /webhooks/${uuid(10)}`, registration);
};
