import type { Body, Call, Purpose } from './call.ts';
import type { Sale, Task } from './entries.ts';
import type { Deviation, Manners, Scene } from './manners.ts';

type ChangedManners = Partial<Manners> | (() => Partial<Manners>);
export type Deviations = Readonly<Record<string, Deviation>>;

/** A deviation that still lacks the manners by which the till deviates. */
interface Described {
  by(manners: ChangedManners): Deviation;
}

const described = (deviation: Omit<Deviation, 'manners'>): Described => ({
  by: (manners) => ({ ...deviation, manners: typeof manners === 'function' ? manners : () => manners }),
});

/** Violates a plain statement of the document. */
export const must = (text: string, against: string): Described =>
  described({ text, level: 'must', against: against.split(' ') });

/** Violates a recommendation or a loose statement of the document. */
export const should = (text: string, against: string): Described =>
  described({ text, level: 'should', against: against.split(' ') });

/** Unusual and correct. */
export const legal = (text: string): Described => described({ text, level: 'should', against: [] });

type Purposes = readonly Purpose[] | Purpose | 'every';

export const saleWrites: readonly Purpose[] = ['send sale', 'cook sale', 'settle sale', 'void sale', 'redeem on sale'];
export const cardWrites: readonly Purpose[] = ['send person', 'send item', 'send branch', 'send basket'];

const isFor = (purposes: Purposes, { purpose }: Call): boolean =>
  purposes === 'every' || purposes === purpose || (typeof purposes !== 'string' && purposes.includes(purpose));

/** What to set of a target; a function may change the target itself. */
type Change<Target, Facts extends unknown[]> =
  | Partial<Target>
  | ((target: Target, ...facts: Facts) => Partial<Target> | false | undefined);

const changed = <Target extends object, Facts extends unknown[]>(
  target: Target,
  change: Change<Target, Facts>,
  ...facts: Facts
): Target => Object.assign(target, typeof change === 'function' ? change(target, ...facts) : change);

/** Changes the calls for a purpose. */
export const calls = (purposes: Purposes, change: Change<Call, [Scene]>): Partial<Manners> => ({
  call: (call, scene) => (isFor(purposes, call) ? changed(call, change, scene) : call),
});

/** Changes the bodies of calls for a purpose. */
export const bodies = (purposes: Purposes, change: Change<Body, [Call, Scene]>): Partial<Manners> =>
  calls(purposes, (call, scene) => call.body && { body: changed(call.body, change, call, scene) });

/** Changes the bodies of repeats. */
export const repeated = (purposes: Purposes, change: Change<Body, [Call]>): Partial<Manners> =>
  bodies(purposes, (body, call) => call.attempt > 1 && changed(body, change, call));

/** Changes the buyers of sales and baskets. */
export const buyers = (purposes: Purposes, change: Change<Body, [Body]>): Partial<Manners> =>
  bodies(purposes, (body) => void changed(Object(body.buyer), change, body));

/** Performs tasks of one kind apart from other tasks of their record, and from each other. */
export const apart = (kind: Task['what']): Pick<Manners, 'lane'> => {
  let lane = 0;
  return { lane: (key, { what }) => (what === kind ? `${kind} ${++lane}` : key) };
};

/** Changes headers. */
export const headers = (purposes: Purposes, change: Change<Call['headers'], [Call]>): Partial<Manners> =>
  calls(purposes, (call) => ({ headers: changed(call.headers, change, call) }));

/** Leaves a header out. */
export const withoutHeader = (purposes: Purposes, name: string): Partial<Manners> =>
  headers(purposes, (sent) => void delete sent[name]);

/** Leaves fields out. */
export const without = (purposes: Purposes, ...names: string[]): Partial<Manners> =>
  bodies(purposes, (body) => {
    for (const name of names) delete body[name];
  });

/** Changes the values of fields that are sent. */
export const as = (
  purposes: Purposes,
  names: string | readonly string[],
  change: (value: unknown) => unknown,
): Partial<Manners> =>
  bodies(purposes, (body) => {
    for (const name of typeof names === 'string' ? [names] : names) {
      if (body[name] !== undefined && body[name] !== null) body[name] = change(body[name]);
    }
  });

/** Renames a field. */
export const renamed = (purposes: Purposes, from: string, to: string): Partial<Manners> =>
  bodies(purposes, (body) => {
    if (!(from in body)) return;
    body[to] = body[from];
    delete body[from];
  });

/** Omits calls and counts them as answered. */
export const leavesOut = (
  purposes: Purposes,
  when: (call: Call, scene: Scene) => boolean = () => true,
): Partial<Manners> => ({
  call: (call, scene) => (isFor(purposes, call) && when(call, scene) ? undefined : call),
});

/** Changes each line item of a body. */
export const lines = (purposes: Purposes, change: Change<Body, []>): Partial<Manners> =>
  bodies(purposes, ({ lineItems }) => {
    if (Array.isArray(lineItems)) for (const line of lineItems) changed(line, change);
  });

/** The same sale under another id. */
export const underAnotherId = (sale: Sale, { newUuid }: Pick<Scene, 'newUuid'>): Sale => ({
  ...sale,
  id: `T9-${newUuid().slice(0, 8)}`,
});

/** Creates another sale where a sale is to be sent again or changed. */
export const ringsAnother = (
  what: 'sale sent again' | 'sale settled' | 'sale voided',
  phase?: Sale['phase'],
): Partial<Manners> => ({
  takes(task, scene) {
    const sale = task.what === what && typeof task.sale === 'string' ? scene.ledger.sales.get(task.sale) : undefined;
    if (sale === undefined) return [task];
    const another = underAnotherId(sale, scene);
    return [{ what: 'sale rung', sale: { ...another, phase: phase ?? sale.phase } }];
  },
});

/** Sends an order that the platform has again by `PUT`, in the status that `choose` returns. */
export const putsOrdersAgain = (choose: (statuses: readonly unknown[]) => unknown): (() => Partial<Manners>) => {
  return () => {
    const sent = new Map<string, unknown[]>();
    return calls(saleWrites, (call, { ledger }) => {
      const { purpose, about, body = {} } = call;
      const id = ledger.serviceIds.get(`sale ${about}`);
      const before = sent.get(about) ?? [];
      const isAgain = purpose === 'send sale' && id !== undefined;
      if (isAgain)
        Object.assign(call, {
          method: 'PUT',
          path: `/orders/${id}`,
          body: { ...body, status: choose([...before, body.status]) },
        });
      else sent.set(about, [...before, body.status]);
    });
  };
};
