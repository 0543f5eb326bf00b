import type { Answer, Call, Handle } from '../../platform/http/call.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import { callsTo, sentFields } from '../../suites/broken-handling.ts';
import { describeVerdict } from '../judge-embedded.ts';
import { inWorkers } from '../worker-pool.ts';

/** A request that the document promises to accept. */
interface DocumentedStep {
  name: string;
  fits(call: Call): boolean;
}

const step = (
  route: string,
  how = '',
  fits: (sent: Record<string, unknown>) => boolean = () => true,
): DocumentedStep => ({
  name: how === '' ? route : `${route} ${how}`,
  fits: (call) => callsTo(route)(call) && fits(sentFields(call)),
});

const statuses = ['completed', 'on-hold', 'canceled', 'processing'];
const orderRoutes = ['POST /orders', 'PUT /orders/:id'];
const couponUpdates = ['PUT /coupons/:id', 'PUT /coupons/code/:code'];

const withField = (route: string, field: string): DocumentedStep =>
  step(route, `with ${field}`, (sent) => sent[field] !== undefined);
const withoutField = (route: string, field: string): DocumentedStep =>
  step(route, `without ${field}`, (sent) => sent[field] === undefined);

const reads: readonly DocumentedStep[] = [
  ...['/customers/:id', '/customers/external/:externalId', '/customers/phone/:phone', '/products'],
  ...['/products/:id', '/products/external/:externalId', '/products/name/:name'],
  ...['/orders/:id', '/orders/external/:externalId', '/stores/:id', '/stores/external/:externalId'],
  ...['/abandoned-carts/:id', '/abandoned-carts/external/:externalId', '/users/:id', '/users/email/:email'],
  ...['/coupons/:id', '/coupons/code/:code', '/coupons/external/:externalId', '/coupons/order/:orderId'],
  '/coupons-config',
].map((path) => step(`GET ${path}`));

/**
 * Without creations whose bodies the document does not show, and without registrations that have a bearer token, which
 * every run needs: a profile may be wrong about them.
 */
const writes: readonly DocumentedStep[] = [
  ...statuses.flatMap((status) =>
    orderRoutes.map((route) => step(route, `as ${status}`, (sent) => sent.status === status)),
  ),
  ...orderRoutes.map((route) => withField(route, 'couponCode')),
  step('POST /coupons'),
  ...['minPurchaseValue', 'expiryDate'].flatMap((field) => [
    withField('POST /coupons', field),
    withoutField('POST /coupons', field),
  ]),
  withoutField('POST /coupons', 'awaitingOrder'),
  ...[true, false].map((waits) =>
    step('POST /coupons', `with awaitingOrder ${waits}`, (sent) => sent.awaitingOrder === waits),
  ),
  ...['percent', 'fixed_cart'].map((type) => step('POST /coupons', `as ${type}`, (sent) => sent.type === type)),
  ...couponUpdates.flatMap((route) => [
    step(route),
    ...['externalId', 'used', 'awaitingOrder'].map((field) => withField(route, field)),
    withoutField(route, 'awaitingOrder'),
  ]),
  ...['POST /webhooks', 'PUT /webhooks/:id'].map((route) => withoutField(route, 'bearerToken')),
  withField('PUT /webhooks/:id', 'bearerToken'),
  ...['PUT /customers/:id', 'DELETE /customers/:id', 'DELETE /orders/:id', 'DELETE /users/:id'].map((route) =>
    step(route),
  ),
  step('DELETE /webhooks/:id'),
];

/** Whether the platform accepts the credentials of a call: wrong ones are refused as before. */
const admits = async (handle: Handle, call: Call): Promise<boolean> =>
  (await handle({ ...call, method: 'GET', path: '/coupons-config', segments: ['coupons-config'], body: '' })).status ===
  200;

const insteadOf =
  ({ fits }: DocumentedStep, answer: (call: Call) => Answer) =>
  (handle: Handle): Handle =>
  async (call) =>
    fits(call) && (await admits(handle, call)) ? answer(call) : handle(call);

/** A platform that refuses or loses one documented request. */
interface RefusedStep {
  name: string;
  wrap(handle: Handle): Handle;
}

const refusedSteps: readonly RefusedStep[] = [
  ...[...reads, ...writes].map((each) => ({
    name: `refuses ${each.name}`,
    wrap: insteadOf(each, () => ({ status: 422, body: { message: 'Refused' } })),
  })),
  ...writes.map((each) => ({
    name: `accepts and loses ${each.name}`,
    wrap: insteadOf(each, ({ method }) => ({ status: 200, body: method === 'DELETE' ? { result: true } : {} })),
  })),
];

/** Judges the platform of one step, by its index. Returns the verdicts other than `pass`; none if a rule failed. */
export const judgeStep = async (index: number): Promise<string[]> => {
  const refused = refusedSteps[index];
  if (!refused) throw new Error(`There is no step at ${index}`);
  const verdicts = await judgeSimulated(
    { seed: 1, depth: 'full', platform: { wrap: refused.wrap } },
    ({ id }) => !id.startsWith('LAW-'),
  );
  if (verdicts.some(({ outcome }) => outcome === 'fail')) return [];
  return verdicts.filter(({ outcome }) => outcome !== 'pass').map(describeVerdict);
};

/** The result of judging platforms that refuse or lose a documented request. */
export interface StepsResult {
  judged: number;
  /** Steps that no rule failed for, with the verdicts other than `pass`. */
  swallowed: readonly { name: string; reported: readonly string[] }[];
}

/** Judges the platform of each chosen step: a rule must fail. */
export const judgeSteps = async (isChosen: (name: string) => boolean = () => true): Promise<StepsResult> => {
  const chosen = [...refusedSteps.entries()].filter(([, { name }]) => isChosen(name));
  const names = new Map(chosen.map(([index, { name }]) => [index, name]));
  const swallowed: { name: string; reported: readonly string[] }[] = [];
  for await (const { input, output } of inWorkers(new URL(import.meta.url), judgeStep, [...names.keys()])) {
    if (output.length > 0) swallowed.push({ name: names.get(input) ?? '', reported: output });
  }
  return { judged: names.size, swallowed };
};
