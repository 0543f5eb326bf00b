import { valueAt } from '../../core/json.ts';
import {
  marks,
  type OtherCompany,
  type PartnerAction,
  type PartnerCall,
  type PartnerPlay,
  type PartnerRecord,
} from '../../core/partner-record.ts';
import { answerOf, codeIn, externalIdOf, isAccepted, nameOf, partsOf } from './model/read-call.ts';

type Company = 'first' | OtherCompany;

/** Whether a call carries the token of the second company. */
export const isOfSecond = ({ headers }: Pick<PartnerCall, 'headers'>): boolean =>
  headers.authorization?.endsWith(marks.secondToken) === true;

/** The company whose token a call carries; undefined without one. */
const companyOf = (call: PartnerCall): Company | undefined => {
  if (isOfSecond(call)) return 'second';
  return call.headers.authorization?.endsWith(marks.token) ? 'first' : undefined;
};

/** Whether an action was asked for the second company. */
export const isForSecond = ({ parameters }: Pick<PartnerAction, 'parameters'>): boolean =>
  parameters.company === 'second';

/** Names of records with the company of each. A name that both companies have shows nothing. */
const createOwners = () => {
  const owners = new Map<string, Set<Company>>();
  return {
    learn(name: string | undefined, company: Company): void {
      if (name !== undefined) owners.set(name, (owners.get(name) ?? new Set()).add(company));
    },
    of(name: string | undefined): Company | undefined {
      const [owner, other] = name === undefined ? [] : (owners.get(name) ?? []);
      return other === undefined ? owner : undefined;
    },
  };
};

/** Records of a single company. A partner may share its customers, products and stores between companies. */
const ownResources = ['orders', 'abandoned-carts', 'coupons'];

/** The actions that make such a record. */
const making = ['create-order', 'create-cart', 'redeem', 'register-coupon', 'register-shared-coupon'];

/** Whether a call came in a play after an action of its company that made a record and answered no id, because it failed. */
const mayBeOfFailed = ({ actions, plays }: PartnerRecord) => {
  const unanswered = actions.filter(({ action, outcome }) => making.includes(action) && outcome === 'failed');
  const playAt = (atMs: number): PartnerPlay | undefined => plays.findLast(({ fromMs }) => fromMs <= atMs);
  return (call: PartnerCall): boolean =>
    unanswered.some(
      (action) =>
        isForSecond(action) === isOfSecond(call) &&
        action.fromMs <= call.atMs &&
        playAt(action.fromMs) === playAt(call.atMs),
    );
};

/** The companies of records: by the partner's id, by the code of a coupon, and by the service's id. */
const ownersIn = (record: PartnerRecord) => {
  const { actions, coupons, calls } = record;
  const isOfFailed = mayBeOfFailed(record);
  const [ids, codes, serviceIds] = [createOwners(), createOwners(), createOwners()];
  for (const action of actions) {
    if (!making.includes(action.action) || action.outcome !== 'done') continue;
    ids.learn(action.id, isForSecond(action) ? 'second' : 'first');
    codes.learn(action.code, isForSecond(action) ? 'second' : 'first');
  }
  for (const { code, id, company = 'first' } of coupons) {
    codes.learn(code, company);
    serviceIds.learn(id, company);
  }
  for (const call of calls) {
    const company = companyOf(call);
    if (company === undefined) continue;
    if (isAccepted(call)) serviceIds.learn(nameOf(valueAt(answerOf(call), '/id')), company);
    if (isOfFailed(call)) ids.learn(externalIdOf(call), company);
  }
  return { ids, codes, serviceIds };
};

/** A write with a token, and the company of the record that it names. */
interface OwnedWrite {
  call: PartnerCall;
  /** The name of the record. */
  what: string;
  owner: Company;
}

/** The writes that name an order, a cart or a coupon of one company. An order may use any code. */
export const byOwner = (record: PartnerRecord): OwnedWrite[] => {
  const { ids, codes, serviceIds } = ownersIn(record);
  return record.calls.flatMap((call): OwnedWrite[] => {
    const [resource = '', named, code] = partsOf(call);
    const company = companyOf(call);
    if (call.method === 'GET' || company === undefined || !ownResources.includes(resource)) return [];
    const names = [
      { what: externalIdOf(call), owner: ids.of(externalIdOf(call)) },
      { what: codeIn(call), owner: codes.of(codeIn(call)) },
      { what: code, owner: named === 'code' ? codes.of(code) : undefined },
      { what: named, owner: serviceIds.of(named) },
    ];
    const known = names.flatMap(({ what, owner }) => (what && owner ? [{ call, what, owner }] : []));
    const wrong = known.find(({ owner }) => owner !== company);
    return wrong === undefined ? known.slice(0, 1) : [wrong];
  });
};

/** The actions of one company. One that was settled settles those before it, of whichever company they are. */
const actionsOf = (
  actions: readonly PartnerAction[],
  isOwn: (action: PartnerAction) => boolean,
): PartnerRecord['actions'] => {
  const inOrder = actions.toSorted((a, b) => a.fromMs - b.fromMs);
  return inOrder.flatMap((action, index) => {
    if (!isOwn(action)) return [];
    const next = inOrder.findIndex((later, at) => at > index && isOwn(later));
    const settled = inOrder.slice(index, next < 0 ? undefined : next).find(({ isSettled }) => isSettled);
    if (settled === undefined) return [action];
    return [{ ...action, isSettled: true as const, toMs: Math.max(action.toMs, settled.toMs) }];
  });
};

/** A call as one for a single company. */
const withUsualToken = (call: PartnerCall): PartnerCall => {
  const authorization = (call.headers.authorization ?? '').replace(marks.secondToken, marks.token);
  return { ...call, headers: { ...call.headers, authorization } };
};

/**
 * The part of a record that is about each company, the first one first. A partner that serves two is judged like two
 * partners with a platform each. Both parts show the usual token. Neither has the writes that went to the wrong company,
 * which PART-180 judges.
 */
export const byCompany = (record: PartnerRecord): readonly [PartnerRecord, ...PartnerRecord[]] => {
  if (!record.capabilities.includes('several-companies')) return [record];
  const codes = new Set([
    ...record.coupons.flatMap(({ code, company }) => (company === 'second' ? [code] : [])),
    ...record.actions.flatMap((action) => (isForSecond(action) ? (action.code ?? []) : [])),
  ]);
  const misdirected = new Set(
    byOwner(record).flatMap(({ call, owner }) => (owner === companyOf(call) ? [] : [call.number])),
  );
  const calls = record.calls.filter(({ number }) => !misdirected.has(number));
  const partOf = (isSecond: boolean): PartnerRecord => ({
    ...record,
    calls: calls.filter((call) => isOfSecond(call) === isSecond),
    attempts: record.attempts.filter(({ company }) => (company === 'second') === isSecond),
    actions: actionsOf(record.actions, (action) => isForSecond(action) === isSecond),
    coupons: record.coupons.filter(({ company }) => (company === 'second') === isSecond),
    states: record.states.map((state) => ({
      ...state,
      coupons: state.coupons.filter(({ code }) => codes.has(code) === isSecond),
    })),
  });
  // how the session and the process went is of both, and is judged once
  const { died: _died, gone: _gone, stormMs: _stormMs, ...second } = partOf(true);
  return [partOf(false), { ...second, calls: second.calls.map(withUsualToken) }];
};
