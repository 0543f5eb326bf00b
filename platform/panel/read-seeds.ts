import type { FlowStep } from '../company.ts';
import type { FlowSeed } from '../flows/flow-seed.ts';
import type { CompanySeed, UserSeed } from '../found-company.ts';
import { isObject } from '../http/fields.ts';
import { flowTriggers, runModes } from '../policy/flows.ts';

/** A body that the panel cannot take. The message names the field and what belongs there. */
export class PanelInputError extends Error {
  override name = 'PanelInputError';
}

function required<Value>(path: string, expected: string, value: Value | undefined): Value {
  if (value === undefined) throw new PanelInputError(`${path}: expected ${expected}`);
  return value;
}

function objectOf(path: string, value: unknown, known: readonly string[]): Record<string, unknown> {
  const object = required(path, 'an object', isObject(value) ? value : undefined);
  const unknown = Object.keys(object).find((key) => !known.includes(key));
  if (unknown !== undefined) {
    throw new PanelInputError(`${path}.${unknown}: unknown field. Known here: ${known.join(', ')}`);
  }
  return object;
}

function textOf(path: string, value: unknown): string {
  return required(path, 'a text', typeof value === 'string' && value !== '' ? value : undefined);
}

function numberOf(path: string, value: unknown): number {
  const isNumber = typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return required(path, 'a number from 0', isNumber ? value : undefined);
}

function flagOf(path: string, value: unknown): boolean {
  return required(path, 'true or false', typeof value === 'boolean' ? value : undefined);
}

function oneOf<Value extends string>(path: string, value: unknown, values: readonly Value[]): Value {
  return required(
    path,
    `one of ${values.join(', ')}`,
    values.find((known) => known === value),
  );
}

function readStep(value: unknown): FlowStep {
  const step = objectOf('step', value, ['kind', 'percent', 'discount', 'amount']);
  const kind = oneOf('step.kind', step.kind, ['giftback', 'coupon'] as const);
  if (kind === 'giftback') return { kind, percent: numberOf('step.percent', step.percent) };
  const discount = oneOf('step.discount', step.discount, ['percent', 'fixed'] as const);
  return { kind, discount, amount: numberOf('step.amount', step.amount) };
}

/** The fields of a flow that are sent. */
function readFlowChanges(value: unknown): Partial<FlowSeed> {
  const known = [
    'name',
    'trigger',
    'step',
    'runMode',
    'active',
    'minPurchaseValue',
    'acumulative',
    'startsAfterDays',
    'validDays',
    'codePrefix',
    'codeTail',
  ];
  const sent = objectOf('flow', value, known);
  const { name, trigger, step, runMode, active, codePrefix, codeTail } = sent;
  const { minPurchaseValue, acumulative, startsAfterDays, validDays } = sent;
  return {
    ...(name === undefined ? {} : { name: textOf('name', name) }),
    ...(trigger === undefined ? {} : { trigger: oneOf('trigger', trigger, flowTriggers) }),
    ...(step === undefined ? {} : { step: readStep(step) }),
    ...(runMode === undefined ? {} : { runMode: oneOf('runMode', runMode, runModes) }),
    ...(active === undefined ? {} : { active: flagOf('active', active) }),
    ...(minPurchaseValue === undefined ? {} : { minPurchaseValue: numberOf('minPurchaseValue', minPurchaseValue) }),
    ...(acumulative === undefined ? {} : { acumulative: flagOf('acumulative', acumulative) }),
    ...(startsAfterDays === undefined ? {} : { startsAfterDays: numberOf('startsAfterDays', startsAfterDays) }),
    ...(validDays === undefined ? {} : { validDays: numberOf('validDays', validDays) }),
    ...(codePrefix === undefined ? {} : { codePrefix: textOf('codePrefix', codePrefix) }),
    ...(codeTail === undefined ? {} : { codeTail: textOf('codeTail', codeTail) }),
  };
}

/** A flow from what is sent over what stands. */
export function readFlow(value: unknown, standing: Partial<FlowSeed> = {}): FlowSeed {
  const flow = { ...standing, ...readFlowChanges(value) };
  return {
    ...flow,
    trigger: required('trigger', `one of ${flowTriggers.join(', ')}`, flow.trigger),
    step: required('step', 'an object', flow.step),
    runMode: required('runMode', `one of ${runModes.join(', ')}`, flow.runMode),
    active: required('active', 'true or false', flow.active),
  };
}

export function readUser(value: unknown): UserSeed {
  const { email, name } = objectOf('user', value, ['email', 'name']);
  return {
    email: textOf('email', email),
    ...(name === undefined ? {} : { name: textOf('name', name) }),
  };
}

function listOf<Item>(path: string, value: unknown, read: (item: unknown) => Item): Item[] {
  return required(path, 'a list', Array.isArray(value) ? value : undefined).map((item) => read(item));
}

export function readCompany(value: unknown): CompanySeed {
  const sent = objectOf('company', value, ['name', 'token', 'id', 'users', 'flows', 'history']);
  const { name, token, id, users, flows, history } = sent;
  return {
    name: textOf('name', name),
    ...(token === undefined ? {} : { token: textOf('token', token) }),
    ...(id === undefined ? {} : { id: textOf('id', id) }),
    ...(users === undefined ? {} : { users: listOf('users', users, readUser) }),
    ...(flows === undefined ? {} : { flows: listOf('flows', flows, (flow) => readFlow(flow)) }),
    ...(history === undefined ? {} : { history: oneOf('history', history, ['seeded', 'none'] as const) }),
  };
}

/** The customer that the panel runs a flow for. */
export function readFlowRun(value: unknown): {
  phone: string;
  purchaseValue: number;
} {
  const { phone, purchaseValue } = objectOf('run', value, ['phone', 'purchaseValue']);
  return {
    phone: textOf('phone', phone),
    purchaseValue: purchaseValue === undefined ? 0 : numberOf('purchaseValue', purchaseValue),
  };
}
