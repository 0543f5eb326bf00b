import type { FlowStep } from '../company.ts';
import type { FlowSeed } from '../flows/flow-seed.ts';
import type { CompanySeed, UserSeed } from '../found-company.ts';
import { isObject } from '../http/fields.ts';
import { flowTriggers, runModes } from '../policy/flows.ts';

/** An invalid body. The message names the field and what it must be. */
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

/** A reader for each field that a body may have. */
type Readers = Record<string, (path: string, value: unknown) => unknown>;
type Fields<Each extends Readers> = { [Name in keyof Each]?: ReturnType<Each[Name]> };

function fieldsOf<Each extends Readers>(path: string, value: unknown, readers: Each): Fields<Each>;
function fieldsOf(path: string, value: unknown, readers: Readers): object {
  const sent = objectOf(path, value, Object.keys(readers));
  return Object.fromEntries(
    Object.entries(readers).flatMap(([name, read]) =>
      sent[name] === undefined ? [] : [[name, read(name, sent[name])]],
    ),
  );
}

const flowReaders = {
  name: textOf,
  trigger: (path: string, value: unknown) => oneOf(path, value, flowTriggers),
  step: (_: string, value: unknown) => readStep(value),
  runMode: (path: string, value: unknown) => oneOf(path, value, runModes),
  active: flagOf,
  minPurchaseValue: numberOf,
  acumulative: flagOf,
  startsAfterDays: numberOf,
  validDays: numberOf,
  codePrefix: textOf,
  codeTail: textOf,
};

/** The sent fields, or else the standing ones. */
export function readFlow(value: unknown, standing: Partial<FlowSeed> = {}): FlowSeed {
  const flow = { ...standing, ...fieldsOf('flow', value, flowReaders) };
  return {
    ...flow,
    trigger: required('trigger', `one of ${flowTriggers.join(', ')}`, flow.trigger),
    step: required('step', 'an object', flow.step),
    runMode: required('runMode', `one of ${runModes.join(', ')}`, flow.runMode),
    active: required('active', 'true or false', flow.active),
  };
}

export function readUser(value: unknown): UserSeed {
  const user = fieldsOf('user', value, { email: textOf, name: textOf });
  return { ...user, email: required('email', 'a text', user.email) };
}

function listOf<Item>(path: string, value: unknown, read: (item: unknown) => Item): Item[] {
  return required(path, 'a list', Array.isArray(value) ? value : undefined).map((item) => read(item));
}

export function readCompany(value: unknown): CompanySeed {
  const company = fieldsOf('company', value, {
    name: textOf,
    token: textOf,
    id: textOf,
    users: (path, users) => listOf(path, users, readUser),
    flows: (path, flows) => listOf(path, flows, (flow) => readFlow(flow)),
    history: (path, history) => oneOf(path, history, ['seeded', 'none'] as const),
  });
  return { ...company, name: required('name', 'a text', company.name) };
}

/** A run of a flow without an order. */
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
