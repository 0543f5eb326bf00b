import type { MadeCoupon, PartnerAttempt, PartnerCall, PartnerRecord } from '../../core/partner-record.ts';
import type { Obligation } from './obligation.ts';
import { act, read, readPage, send, uuid } from './test-record.ts';

export type Change = (record: PartnerRecord) => void;

/** A change to a correct partner's record that breaks this obligation, and no others except those in `also`. */
export type Breach = [id: Obligation['id'], what: string, change: Change, also?: readonly Obligation['id'][]];

/** A correct behavior, and the change that adds it to a partner's record. */
export type LegalPartner = readonly [what: string, change: Change];

/** The first call whose method and path begin so. */
export const callTo = ({ calls }: PartnerRecord, line: string): PartnerCall => {
  const found = calls.find(({ method, path }) => `${method} ${path}`.startsWith(line));
  if (!found) throw new Error(`the record has no call ${line}`);
  return found;
};

/** Changes fields of a call's body; one that is set to undefined is left out. */
export const rewrite = (call: PartnerCall, fields: object): void => {
  call.body = JSON.stringify({ ...JSON.parse(call.body), ...fields });
};

export const without = (line: string) => (record: PartnerRecord) =>
  withoutCalls(record, ({ method, path }) => `${method} ${path}`.startsWith(line));

/** The first call whose method and path begin so is another one. */
export const changing =
  (line: string, fields: Partial<PartnerCall>): Change =>
  (record) =>
    void Object.assign(callTo(record, line), fields);

export const rewriting = (line: string, fields: object) => (record: PartnerRecord) =>
  rewrite(callTo(record, line), fields);

/** Changes what was sent at this moment. */
export const changingAt =
  (atMs: number, change: (call: PartnerCall) => void): Change =>
  (record) =>
    record.calls.filter((call) => call.atMs === atMs).forEach(change);

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

/** The partner reads one more page of a list. */
export const readingPage =
  (...page: Rest<typeof readPage>) =>
  (record: PartnerRecord): void =>
    void readPage(record, ...page);

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
  for (const call of record.calls) call.path = call.path.replace(from, to);
};

/** The partner reports a coupon with other values in all its states. */
export const holding =
  (fields: object, code = 'PLAIN'): Change =>
  (record) => {
    const held = record.states.flatMap(({ coupons }) => coupons);
    for (const coupon of held) if (coupon.code === code) Object.assign(coupon, fields);
  };

/** The platform has a coupon with other values. */
export const making =
  (code: string, fields: Partial<MadeCoupon>): Change =>
  ({ coupons }) =>
    void Object.assign(coupons.find((each) => each.code === code) ?? {}, fields);

export const attemptOf = ({ attempts }: PartnerRecord, code: string): PartnerAttempt => {
  const attempt = attempts.find((each) => each.code === code);
  if (!attempt) throw new Error(`the record has no notification of ${code}`);
  return attempt;
};

/** The first attempt for a coupon is another one. */
export const changingAttempt =
  (code: string, fields: Partial<PartnerAttempt>): Change =>
  (record) =>
    void Object.assign(attemptOf(record, code), fields);

export const answered = (code: string, status: number): Change => changingAttempt(code, { answer: { status } });

/** The redemption of the first coupon is asked for with another total, or with none. */
export const redeemingFor = (total: number | undefined) => (record: PartnerRecord) => {
  for (const { action, parameters } of record.actions) {
    if (action !== 'redeem' || parameters.code !== 'PLAIN') continue;
    delete parameters.total;
    if (total !== undefined) parameters.total = total;
  }
};

/** Takes calls out of a record. */
export const withoutCalls = (record: PartnerRecord, isOut: (call: PartnerCall) => boolean): void => {
  record.calls = record.calls.filter((call) => !isOut(call));
};

/** The partner never reports a coupon. */
export const dropping =
  (code: string): Change =>
  (record) => {
    for (const state of record.states) state.coupons = state.coupons.filter((held) => held.code !== code);
  };

export const eva = { externalId: 'customer-60', phone: '+5511922220060', firstName: 'Eva' };

/** A customer is created, with this response, and changed at once. */
export const changeEvaAtOnce = (record: PartnerRecord, response: Parameters<typeof send>[4] = {}): void => {
  act(record, { action: 'create-customer', fromMs: 4200, id: eva.externalId });
  send(record, 4201, 'POST /customers', eva, response);
  act(record, { action: 'update-customer', fromMs: 4203, parameters: { id: eva.externalId } });
};

/** The partner registers its bearer only from this moment on, by a change. */
export const registerBearerAt = (record: PartnerRecord, atMs: number): void => {
  const registration = JSON.parse(callTo(record, 'POST /webhooks').body);
  for (const call of record.calls) if (call.path.startsWith('/webhooks')) rewrite(call, { bearerToken: undefined });
  for (const attempt of record.attempts) if (attempt.atMs < atMs) delete attempt.headers.authorization;
  send(record, atMs, `PUT /webhooks/${uuid(10)}`, registration);
};
