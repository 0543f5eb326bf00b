import { valueAt } from '../../core/json.ts';
import {
  marks,
  type OtherCompany,
  type PartnerAction,
  type PartnerCall,
  type PartnerRecord,
} from '../../core/partner-record.ts';
import { askedCode } from './model/coupon-uses.ts';
import { derived } from './model/derived.ts';
import {
  answerOf,
  codeIn,
  externalIdOf,
  isAccepted,
  isTo,
  nameOf,
  partsOf,
  registersCoupon,
} from './model/read-call.ts';
import { couponCodeOf } from './model/sent-orders.ts';
import { playAt } from './plays.ts';

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

/** The actions of the partner as a whole. */
const common = ['restart', 'state'];

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

/**
 * The records of a single company, by the actions that make them. A partner may share its customers, products and stores
 * between companies.
 */
const made: Readonly<Record<string, string>> = {
  'create-order': 'orders',
  redeem: 'orders',
  'create-cart': 'abandoned-carts',
  'register-coupon': 'coupons',
  'register-shared-coupon': 'coupons',
};
const ownResources = Object.values(made);

/** Names a record by the partner's id. A partner may count each kind of records from 1. */
const ownName = (resource: string | undefined, id: string | undefined): string | undefined =>
  id === undefined ? undefined : `${resource} ${id}`;

/**
 * Whether a call may be of an action of its company and the same play that answered no id of its record. Any call may be of
 * one that failed, and the order with its coupon of a redemption.
 */
const mayBeOfUnnamed = (record: PartnerRecord) => {
  const unnamed = record.actions.filter(
    ({ action, id, outcome }) =>
      made[action] !== undefined && (outcome === 'failed' || (action === 'redeem' && id === undefined)),
  );
  return (call: PartnerCall): boolean =>
    unnamed.some(
      (action) =>
        (action.outcome === 'failed' || couponCodeOf(call) === action.parameters.code) &&
        isForSecond(action) === isOfSecond(call) &&
        action.fromMs <= call.atMs &&
        playAt(record, action.fromMs) === playAt(record, call.atMs),
    );
};

/** The registrations of the coupons of a chain: each company has one, with the same body. */
const chainRegistrations = derived(({ calls }): PartnerCall[] => {
  const registrations = calls.filter(registersCoupon);
  return registrations.filter((call) =>
    registrations.some(
      (other) => isAccepted(other) && companyOf(other) !== companyOf(call) && other.body === call.body,
    ),
  );
});

/** The companies of records: by the partner's id, by the code of a coupon, and by the service's id. */
const ownersIn = (record: PartnerRecord) => {
  const { actions, coupons, calls } = record;
  const isOfUnnamed = mayBeOfUnnamed(record);
  const [ids, codes, serviceIds] = [createOwners(), createOwners(), createOwners()];
  for (const action of actions) {
    const resource = made[action.action];
    if (resource === undefined || action.outcome !== 'done') continue;
    ids.learn(ownName(resource, action.id), isForSecond(action) ? 'second' : 'first');
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
    if (isOfUnnamed(call)) ids.learn(ownName(partsOf(call)[0], externalIdOf(call)), company);
  }
  for (const call of chainRegistrations(record)) {
    codes.learn(codeIn(call), companyOf(call) ?? 'first');
    ids.learn(ownName('coupons', externalIdOf(call)), companyOf(call) ?? 'first');
  }
  return { ids, codes, serviceIds };
};

/** A call with a token, and the company of the record that it names. */
interface OwnedCall {
  call: PartnerCall;
  /** The name of the record. */
  what: string;
  owner: Company;
}

/**
 * The calls that name a record of one company: writes, and lookups of the partner's orders. An order may use any code, and
 * a partner may ask both companies for a coupon. Records that may be shared have an owner by the service's id only.
 */
export const byOwner = derived((record): readonly OwnedCall[] => {
  const { ids, codes, serviceIds } = ownersIn(record);
  return record.calls.flatMap((call): OwnedCall[] => {
    const [resource = '', named, name] = partsOf(call);
    if (companyOf(call) === undefined) return [];
    const byId = (id: string | undefined) => ({ what: id, owner: ids.of(ownName(resource, id)) });
    const byCode = (code: string | undefined) => ({ what: code, owner: codes.of(code) });
    const lookedUp = resource === 'orders' && named === 'external' ? [byId(name)] : [];
    // the partner's own id comes last: another coupon may have it as well
    const written = () => [
      { what: named, owner: serviceIds.of(named) },
      ...(named === 'code' ? [byCode(name)] : []),
      ...(ownResources.includes(resource) ? [byCode(codeIn(call)), byId(externalIdOf(call))] : []),
    ];
    return (call.method === 'GET' ? lookedUp : written())
      .flatMap(({ what, owner }) => (what && owner ? [{ call, what, owner }] : []))
      .slice(0, 1);
  });
});

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

/** Whether a customer was created at both companies, with the same body. */
const sharesCustomers = ({ calls }: PartnerRecord): boolean => {
  const posts = calls.filter((call) => isTo(call, 'POST /customers') && isAccepted(call));
  const ofSecond = new Set(posts.filter(isOfSecond).map(({ body }) => body));
  return posts.some((call) => !isOfSecond(call) && ofSecond.has(call.body));
};

/** Whether a partner may carry out an action of one company at both, because both have the customer or the coupon. */
const mayBeOfBoth = (record: PartnerRecord): ((action: PartnerAction) => boolean) => {
  const changes = sharesCustomers(record) ? ['update-customer', 'delete-customer'] : [];
  const codes = new Set<unknown>(chainRegistrations(record).map(codeIn));
  return ({ action, parameters }) => changes.includes(action) || codes.has(askedCode(record, parameters));
};

/** The codes of coupons that the partner made. */
const ownCodes = ({ actions, calls }: PartnerRecord): ReadonlySet<string> =>
  new Set([...actions.flatMap(({ code }) => code ?? []), ...calls.flatMap((call) => codeIn(call) ?? [])]);

/** A call as one for a single company. */
const withUsualToken = (call: PartnerCall): PartnerCall => {
  const authorization = (call.headers.authorization ?? '').replace(marks.secondToken, marks.token);
  return { ...call, headers: { ...call.headers, authorization } };
};

/**
 * The part of a record that is about each company, the first one first. A partner that serves two is judged like two
 * partners with a platform each. Both parts show the usual token. Neither has the calls that went to the wrong company,
 * which PART-180 judges.
 */
export const byCompany = derived((record): readonly [PartnerRecord, ...PartnerRecord[]] => {
  if (!record.capabilities.includes('several-companies')) return [record];
  const misdirected = new Set(
    byOwner(record).flatMap(({ call, owner }) => (owner === companyOf(call) ? [] : [call.number])),
  );
  const calls = record.calls.filter(({ number }) => !misdirected.has(number));
  const isOfBoth = mayBeOfBoth(record);
  const partOf = (isSecond: boolean): PartnerRecord => ({
    ...record,
    calls: calls.filter((call) => isOfSecond(call) === isSecond),
    attempts: record.attempts.filter(({ company }) => (company === 'second') === isSecond),
    actions: actionsOf(
      record.actions,
      (action) => common.includes(action.action) || isForSecond(action) === isSecond || isOfBoth(action),
    ).map((action) =>
      // nothing has to follow from what was asked for the other company
      isForSecond(action) !== isSecond && isOfBoth(action) && action.outcome === 'done'
        ? { ...action, outcome: 'failed' }
        : action,
    ),
    coupons: record.coupons.filter(({ company }) => (company === 'second') === isSecond),
  });
  const [first, second] = [partOf(false), partOf(true)];
  const [codes, others] = [ownCodes(first), ownCodes(second)];
  // nothing says which company a reported coupon is of, if both have its code
  const states = record.states.map((state) => ({
    ...state,
    coupons: state.coupons.filter(({ code }) => !codes.has(code) || !others.has(code)),
  }));
  return [
    { ...first, states },
    { ...second, states, calls: second.calls.map(withUsualToken) },
  ];
});
