import type { StoredExchange } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ProfileFault, Refused, Result } from '../../core/result.ts';
import type { UnverifiedVerdict, Verdict } from '../../core/verdict.ts';
import { resourcesSchema } from '../../fixtures/profile/resources-schema.ts';
import { refusalMessage } from '../kit/exchange-labels.ts';

type Resources = ReturnType<typeof resourcesSchema.parse>;

const isUnknownPath = (status: number): boolean => [404, 405, 501].includes(status);
const isRefusedBody = (status: number): boolean => [400, 415, 422].includes(status);
const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** Documented messages about values: the path and the body of the profile are right then. */
const documentedRefusals = ['Invalid status', 'Invalid after date', 'Coupon code not found'];

/** The bodies in the profile, by their documented requests. */
const bodyKeys: readonly [request: RegExp, resource: 'orders' | 'sharedCoupons' | 'webhooks'][] = [
  [/^POST \/orders$/, 'orders'],
  [/^POST \/coupons\/shared$/, 'sharedCoupons'],
  [/^(?:POST \/webhooks|PUT \/webhooks\/[^/]+)$/, 'webhooks'],
];

/** The list that the document names, so the profile does not. */
const documentedList = '/products';

/** The key of the profile that a refused request depends on; undefined if the document describes what was refused. */
const keyOf = (resources: Resources, { method, path, status }: Refused): string | undefined => {
  const [asked = ''] = path.split('?');
  const { customers, products, stores, abandonedCarts, orders, coupons, users } = resources;
  for (const [name, resource] of Object.entries({ customers, products, stores, abandonedCarts })) {
    if (method !== 'POST' || !resource || resource.create?.path !== asked) continue;
    if (isUnknownPath(status)) return `resources.${name}.create.path`;
    if (isRefusedBody(status)) return `resources.${name}.create.body`;
  }
  for (const [name, resource] of Object.entries({
    customers,
    products,
    stores,
    abandonedCarts,
    orders,
    coupons,
    users,
  })) {
    if (method !== 'GET' || !resource || resource.list !== asked || asked === documentedList) continue;
    if (isUnknownPath(status)) return `resources.${name}.list`;
  }
  const [, described] = bodyKeys.find(([request]) => request.test(`${method} ${asked}`)) ?? [];
  return described && resources[described] && isRefusedBody(status) ? `resources.${described}.body` : undefined;
};

const placeOf = ({ method, path }: Pick<Refused, 'method' | 'path'>): string => `${method} ${path.split('?')[0]}`;

/** The refused request that ended a check, as its reason names it. */
const refusalIn = ({ reason, exchanges }: UnverifiedVerdict): Refused | undefined => {
  const ended = exchanges.findLast(
    (exchange): exchange is Extract<StoredExchange, { status: number }> =>
      'status' in exchange &&
      !isAccepted(exchange.status) &&
      reason.includes(`${exchange.request.method} ${exchange.request.path}`),
  );
  if (!ended || documentedRefusals.includes(String(refusalMessage(ended.status, ended.text)))) return undefined;
  const { request, status, text } = ended;
  const { method, path, body } = request;
  return { method, path, ...omitUndefined({ body }), status, text };
};

interface Blamed {
  key: string;
  message: string;
  refused?: Refused;
}

/**
 * Finds the wrong key of the profile behind a verdict: its request was always refused. After one accepted request, a
 * refusal is the fault of the target.
 */
const blameIn = (
  setUp: Result['setUp'],
  verdicts: readonly Verdict[],
): ((verdict: UnverifiedVerdict) => Blamed | undefined) => {
  const { data: resources } = resourcesSchema.safeParse(setUp?.profile.resources);
  if (!setUp || !resources) return () => undefined;
  const { mailboxes, unregistered, refusedRegistration } = setUp;
  const accepted = new Set(
    verdicts
      .flatMap(({ exchanges }) => exchanges)
      .flatMap((sent) => ('status' in sent && isAccepted(sent.status) ? [placeOf(sent.request)] : [])),
  );
  const blamed = (refused: Refused | undefined): Blamed | undefined => {
    if (!refused) return undefined;
    const key = keyOf(resources, refused);
    if (key === undefined || accepted.has(placeOf(refused))) return undefined;
    return { key, message: `needs \`${key}\`, which the target refused`, refused };
  };
  const ofRegistration = Object.keys(mailboxes).length === 0 ? blamed(refusedRegistration) : undefined;
  return (verdict) => {
    const { cause, reason } = verdict;
    const [, named] = /`([^`]+)`/.exec(reason) ?? [];
    if (cause === 'profile' && named !== undefined) return { key: named, message: reason };
    if (cause !== 'not-reached') return undefined;
    return Object.values(unregistered).includes(reason) ? ofRegistration : blamed(refusalIn(verdict));
  };
};

export interface BlamedVerdicts {
  verdicts: Verdict[];
  /** Each wrong key once, with its first refused request and the rules that it blocks. */
  profileFaults: ProfileFault[];
}

/** Changes the verdicts that a wrong key of the profile has caused, and reports each wrong key once. */
export const blameProfile = (setUp: Result['setUp'], judged: readonly Verdict[]): BlamedVerdicts => {
  const blameOf = blameIn(setUp, judged);
  const faults = new Map<string, ProfileFault>();
  const verdicts = judged.map((verdict): Verdict => {
    if (verdict.outcome !== 'unverified') return verdict;
    const blamed = blameOf(verdict);
    if (!blamed) return verdict;
    const { key, message, refused } = blamed;
    const known = faults.get(key);
    if (known) known.rules.push(verdict.rule);
    else faults.set(key, { key, message, ...omitUndefined({ refused }), rules: [verdict.rule] });
    return { ...verdict, cause: 'profile', reason: message };
  });
  return { verdicts, profileFaults: [...faults.values()] };
};
