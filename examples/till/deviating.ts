import type { Body, Call, Purpose } from './call.ts';
import type { Deviation, Manners, Scene } from './manners.ts';

type ChangedManners = Partial<Manners> | (() => Partial<Manners>);
export type Deviations = Readonly<Record<string, Deviation>>;

const made = (manners: ChangedManners): Deviation['manners'] =>
  typeof manners === 'function' ? manners : () => manners;

/** Violates a plain statement of the document. */
export const must = (text: string, against: string, manners: ChangedManners): Deviation => ({
  text,
  level: 'must',
  against: against.split(' '),
  manners: made(manners),
});

/** Violates a recommendation or a loose statement of the document. */
export const should = (text: string, against: string, manners: ChangedManners): Deviation => ({
  ...must(text, against, manners),
  level: 'should',
});

/** Unusual and correct. */
export const legal = (text: string, manners: ChangedManners): Deviation => ({
  text,
  against: [],
  level: 'should',
  manners: made(manners),
});

export const saleWrites: readonly Purpose[] = ['send sale', 'settle sale', 'void sale', 'redeem on sale'];
export const cardWrites: readonly Purpose[] = ['send person', 'send item', 'send branch', 'send basket'];

const isFor = (purposes: readonly Purpose[] | Purpose | 'every', { purpose }: Call): boolean =>
  purposes === 'every' || purposes === purpose || (typeof purposes !== 'string' && purposes.includes(purpose));

/** Changes the calls for a purpose. */
export const calls = (
  purposes: readonly Purpose[] | Purpose | 'every',
  change: (call: Call, scene: Scene) => void,
): Partial<Manners> => ({
  call(call, scene) {
    if (isFor(purposes, call)) change(call, scene);
    return call;
  },
});

/** Changes the bodies of calls for a purpose. */
export const bodies = (
  purposes: readonly Purpose[] | Purpose | 'every',
  change: (body: Body, call: Call, scene: Scene) => void,
): Partial<Manners> =>
  calls(purposes, (call, scene) => {
    if (call.body !== undefined) change(call.body, call, scene);
  });

/** Sets fields of the bodies. */
export const fields = (purposes: readonly Purpose[] | Purpose | 'every', set: Body): Partial<Manners> =>
  bodies(purposes, (body) => void Object.assign(body, set));

/** Leaves fields out. */
export const without = (purposes: readonly Purpose[] | Purpose | 'every', ...names: string[]): Partial<Manners> =>
  bodies(purposes, (body) => {
    for (const name of names) delete body[name];
  });

/** Changes the values of fields that are sent. */
export const as = (
  purposes: readonly Purpose[] | Purpose | 'every',
  names: string | readonly string[],
  change: (value: unknown) => unknown,
): Partial<Manners> =>
  bodies(purposes, (body) => {
    for (const name of typeof names === 'string' ? [names] : names) {
      if (body[name] !== undefined && body[name] !== null) body[name] = change(body[name]);
    }
  });

/** Renames a field. */
export const renamed = (purposes: readonly Purpose[] | Purpose | 'every', from: string, to: string): Partial<Manners> =>
  bodies(purposes, (body) => {
    if (!(from in body)) return;
    body[to] = body[from];
    delete body[from];
  });

/** Omits calls and counts them as answered. */
export const leavesOut = (
  purposes: readonly Purpose[] | Purpose,
  when: (call: Call, scene: Scene) => boolean = () => true,
): Partial<Manners> => ({
  call: (call, scene) => (isFor(purposes, call) && when(call, scene) ? undefined : call),
});

/** Changes each line item of a body. */
export const lines = (purposes: readonly Purpose[] | Purpose, change: (line: Body) => void): Partial<Manners> =>
  bodies(purposes, ({ lineItems }) => {
    if (Array.isArray(lineItems)) for (const line of lineItems) change(line);
  });
