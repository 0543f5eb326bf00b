import { allRoutes, methodOf, type Route, routes, routesThat } from '../../core/routes.ts';
import { errorsPolicy } from '../../platform/policy/errors.ts';
import { type ActionName, hookContract } from '../triggers/hook-contract.ts';

/** What makes a partner call the platform: an action or a notification. */
export type Cause = ActionName | 'notification';

/** How the platform may answer: as documented, or with a failure that the document does not show. */
export const answers = [
  '200',
  '400',
  '401',
  '403',
  '404',
  '422',
  '429',
  '500',
  '503',
  '500 for seconds',
  '500 until a restart',
  'no answer',
  'reset',
  'stored, then reset',
  'echo',
  'without id',
  'wrong id',
] as const;
export type Answer = (typeof answers)[number];

/** What the partner knows of the record. `given`: the platform created it; `own`: the partner created it. */
export const knowledges = ['new', 'own', 'given', 'external id only', 'gone'] as const;
export type Knowledge = (typeof knowledges)[number];

/** One request that a cause may produce, its response, and what the partner knows before it. */
export interface Situation {
  cause: Cause;
  request: 'send' | 'look-up';
  answer: Answer;
  knows: Knowledge;
}

export type Mark = { played: string } | { impossible: string } | { refused: string };

const isAction = (name: string): name is ActionName => Object.hasOwn(hookContract, name);
export const actionNames = Object.keys(hookContract).filter(isAction);

/**
 * The routes by which a cause makes the partner write, or read if the cause requires no write. After a notification, the
 * partner sets its id of the coupon by the routes that also mark a coupon as used.
 */
export const sendsOf = (cause: Cause): readonly Route[] =>
  cause === 'notification' ? hookContract['mark-coupon-used'].sends : hookContract[cause].sends;

const resourceOf = (route: Route): string => route.split('/')[1] ?? '';

/** The routes by which the partner may look up the record of a cause. */
const lookUpsOf = (cause: Cause): Route[] => {
  const resources = new Set(sendsOf(cause).map(resourceOf));
  const areReads = sendsOf(cause).every((route) => methodOf(route) === 'GET');
  return areReads ? [] : routesThat('reads').filter((route) => resources.has(resourceOf(route)));
};

const causes: readonly Cause[] = [...actionNames.filter((name) => sendsOf(name).length > 0), 'notification'];

/** Every combination of the actions of the hook contract and the routes of the document. */
export const situations: readonly Situation[] = causes.flatMap((cause) =>
  (['send', 'look-up'] as const).flatMap((request) =>
    answers.flatMap((answer) => knowledges.map((knows) => ({ cause, request, answer, knows }))),
  ),
);

export const routesOf = ({ cause, request }: Pick<Situation, 'cause' | 'request'>): readonly Route[] =>
  request === 'send' ? sendsOf(cause) : lookUpsOf(cause);

/** Whether a situation only reads. */
const isRead = (situation: Situation): boolean => routesOf(situation).every((route) => methodOf(route) === 'GET');

const missing = new Map(Object.entries(errorsPolicy.missingRecord).map(([route, { status }]) => [route, status]));

/** Whether the document shows that answer for one of the routes. */
export const isDocumented = (situation: Situation): boolean => {
  const { answer } = situation;
  if (answer === 'echo' || answer === 'without id') return true;
  const status = Number(answer.slice(0, 3));
  return routesOf(situation).some((route) => {
    const does = routes[route];
    return (
      [200, 403, 500].includes(status) ||
      missing.get(route) === status ||
      (status === 400 && methodOf(route) !== 'GET') ||
      (status === 422 && (does === 'lists' || does === 'creates' || does === 'updates'))
    );
  });
};

const parametersOf = (cause: Cause): string[] =>
  cause === 'notification' ? [] : Object.keys(hookContract[cause].parameters.shape);

const makesRecord = (cause: Cause): boolean => sendsOf(cause).some((route) => methodOf(route) === 'POST');

/** What a partner can know of the record of a cause, by its parameters and routes. */
const knowable = (cause: Cause): readonly Knowledge[] => {
  if (cause === 'notification') return ['given', 'gone'];
  if (sendsOf(cause).every((route) => methodOf(route) === 'GET')) return ['given'];
  const parameters = parametersOf(cause);
  if (parameters.includes('code')) return ['new', 'own', 'given', 'gone'];
  if (makesRecord(cause)) return parameters.includes('id') ? ['new', 'own'] : ['new'];
  return parameters.includes('id') ? ['own', 'external id only', 'gone'] : ['own', 'gone'];
};

/** The scenarios that disturb all writes and lookups, by the response. */
const troubles: Partial<Record<Answer, string>> = {
  '400': 'answered-400',
  '401': 'answered-401',
  '403': 'answered-403',
  '404': 'answered-404',
  '422': 'answered-422',
  '429': 'answered-429',
  '500': 'answered-500',
  '503': 'answered-503',
  '500 for seconds': 'answered-500-for-seconds',
  '500 until a restart': 'answered-500-restarted',
  'no answer': 'stored-then-no-answer',
  reset: 'reset',
  'stored, then reset': 'stored-then-reset',
  echo: 'echoed',
  'without id': 'answered-without-id',
};
/** The scenarios that disturb the removal and the creation of a registration, by the response. */
const registrationTroubles: Partial<Record<Answer, string>> = {
  '429': 'unregistered-429',
  '500': 'unregistered-500',
  reset: 'unregistered-reset',
  'stored, then reset': 'unregistered-stored-then-reset',
  echo: 'unregistered-echoed',
};
const registration: readonly Cause[] = ['register-webhook', 'unregister-webhook'];

/** The scenarios that answer each cause as documented, by what the partner knows. */
const ordinary: Readonly<Record<Cause, Partial<Record<Knowledge, string>>>> = {
  'register-webhook': { new: 'registered' },
  'change-webhook': { own: 'webhook-changed' },
  'unregister-webhook': { own: 'unregistered' },
  'create-customer': { new: 'customer', own: 'customer' },
  'update-customer': { own: 'customer' },
  'delete-customer': { own: 'customer-deleted' },
  'create-product': { new: 'product', own: 'product' },
  'create-store': { new: 'store', own: 'store' },
  'create-cart': { new: 'cart', own: 'cart' },
  'create-order': { new: 'order', own: 'repeat' },
  'pay-order': { own: 'order' },
  'cancel-order': { own: 'paid-then-cancelled' },
  redeem: { new: 'unregistered-coupon', own: 'redeem-later-own', given: 'redeem-later' },
  'make-coupon': {},
  'register-coupon': { new: 'own-coupon' },
  'register-shared-coupon': { new: 'shared-coupon' },
  'mark-coupon-used': { own: 'marked-used', given: 'notified-marked' },
  synchronize: { given: 'list' },
  'read-coupons-config': { given: 'coupons-config' },
  notification: { given: 'notified', gone: 'replaced' },
};

/** The responses to a missing record, with their scenarios. */
const goneBy: Partial<Record<Answer, Partial<Record<Cause, string>>>> = {
  '404': {
    'pay-order': 'sends-answered-404',
    'cancel-order': 'sends-answered-404',
    'update-customer': 'sends-answered-404',
    'delete-customer': 'sends-stored-then-reset',
    'unregister-webhook': 'unregistered-stored-then-reset',
  },
  '422': { 'mark-coupon-used': 'sends-answered-422' },
};

const usualKnowledge = (cause: Cause): Knowledge => (makesRecord(cause) && cause !== 'redeem' ? 'new' : 'own');

const playedBy = (situation: Situation): string | undefined => {
  const { cause, request, answer, knows } = situation;
  const { [answer]: trouble } = troubles;
  if (knows === 'external id only') {
    const isUnknown = answer === 'echo' || answer === 'without id';
    if (request === 'look-up') return answer === '200' ? 'sends-echoed' : undefined;
    return isUnknown && trouble !== undefined ? `sends-${trouble}` : undefined;
  }
  if (knows === 'gone') {
    if (cause !== 'notification') return request === 'send' ? goneBy[answer]?.[cause] : undefined;
    if (request === 'send') return undefined;
    return { '404': 'lookup-404', '422': 'look-ups-answered-422' }[String(answer)];
  }
  if (answer === '200') return ordinary[cause][knows];
  if (registration.includes(cause)) return registrationTroubles[answer];
  if (trouble === undefined) return undefined;
  const isUsual = ['given', usualKnowledge(cause)].includes(knows) && !(cause === 'redeem' && knows === 'given');
  if (!isUsual) return undefined;
  if (cause === 'change-webhook' && answer === '404') return undefined;
  if (answer === '500 until a restart' && ['register-coupon', 'synchronize'].includes(cause)) return undefined;
  if (!isRead(situation)) return `sends-${trouble}`;
  return answer === 'no answer' ? 'look-ups-slow' : `look-ups-${trouble}`;
};

/** Situations that no scenario plays, and why. */
type Reason = readonly [isSo: (situation: Situation) => boolean, why: string];

const answerIs =
  (...these: Answer[]) =>
  ({ answer }: Situation): boolean =>
    these.includes(answer);

const isRemoval = (situation: Situation): boolean => routesOf(situation).every((route) => methodOf(route) === 'DELETE');

const impossible: readonly Reason[] = [
  [(situation) => routesOf(situation).length === 0, 'No route looks up its record.'],
  [
    ({ cause, knows }) => !knowable(cause).includes(knows),
    'Its parameters and routes cannot name a record that the partner knows in this way.',
  ],
  [
    (situation) =>
      isRead(situation) && answerIs('400', 'stored, then reset', 'echo', 'without id', 'wrong id')(situation),
    'A read stores nothing, and sends no fields that could be invalid or repeated.',
  ],
  [
    (situation) => isRemoval(situation) && answerIs('400', 'echo', 'without id', 'wrong id')(situation),
    'A removal sends no fields, and is answered `result` in place of a record.',
  ],
  [
    ({ cause, request, knows, answer }) =>
      request === 'look-up' && knows === 'new' && answer === '200' && cause !== 'redeem' && makesRecord(cause),
    'The platform finds no record before it is made; afterwards it is one of the partner’s own.',
  ],
  [
    ({ knows, answer, request }) => knows === 'gone' && answer === '200' && request === 'send',
    'The platform does not accept what is about a record that it does not have.',
  ],
];

const refused: readonly Reason[] = [
  [
    answerIs('wrong id'),
    'An answer may repeat the request, which leaves the id out. The id of another record contradicts the document.',
  ],
  [
    ({ cause, answer }) => registration.includes(cause) && ['400', '401', '403', '404', '422'].includes(answer),
    'If the registration is refused, a person must act, and no later scenario gets a notification.',
  ],
  [
    ({ cause }) => registration.includes(cause),
    'It is sent like the change of a registration, which is played with this answer.',
  ],
  [
    ({ cause, answer }) => cause === 'change-webhook' && answer === '404',
    'A partner may then register again, which leaves two registrations at a platform that still has the first.',
  ],
  [({ cause }) => cause === 'synchronize', 'No partner has to continue a list after a restart interrupts it.'],
  [
    ({ cause }) => cause === 'register-coupon',
    'The customer of the coupon is sent first and already waits; waiting is played with every other record.',
  ],
  [
    ({ knows }) => knows === 'gone',
    'The platform gives this answer before it looks for the record: it is played on a record that is there.',
  ],
  [
    ({ knows }) => knows === 'external id only',
    'What this answer means does not depend on how the partner knows the record: it is played on one of its own.',
  ],
  [
    ({ cause, knows }) => knows === 'own' && makesRecord(cause) && cause !== 'redeem',
    'It is the request that made the record, which is played with this answer.',
  ],
  [
    ({ cause }) => cause === 'redeem' || cause === 'mark-coupon-used',
    'It is the request for a coupon that the partner registered, which is played with this answer.',
  ],
];

const whyOf = (reasons: readonly Reason[], situation: Situation): string | undefined =>
  reasons.find(([isSo]) => isSo(situation))?.[1];

/** How a certification covers a situation; undefined if that is not decided. */
export const markOf = (situation: Situation): Mark | undefined => {
  const whyImpossible = whyOf(impossible, situation);
  if (whyImpossible !== undefined) return { impossible: whyImpossible };
  const played = playedBy(situation);
  if (played !== undefined) return { played };
  const whyRefused = whyOf(refused, situation);
  return whyRefused === undefined ? undefined : { refused: whyRefused };
};

/** The documented routes that no cause of a certification reaches. */
export const unreachedRoutes = (): Route[] => {
  const reached = new Set(causes.flatMap((cause) => [...sendsOf(cause), ...lookUpsOf(cause)]));
  return allRoutes.filter((route) => !reached.has(route));
};
