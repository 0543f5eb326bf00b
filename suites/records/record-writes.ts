import type { Route } from '../../core/routes.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Capability } from '../capability.ts';
import type { CallOptions, CheckContext } from '../check-context.ts';
import { expectNothing } from '../judge/expect.ts';
import { mustBeAccepted } from '../session/given.ts';
import {
  type RecordKind,
  type RecordRemoval,
  type RecordUpdate,
  recordKinds,
  recordRemovals,
  recordUpdates,
} from './record-kinds.ts';
import { expectStillThere } from './still-there.ts';

/** A write that would succeed, to be sent without credentials. */
export interface PreparedWrite {
  send(headers: NonNullable<CallOptions['headers']>): Promise<Exchange>;
  /**
   * Looks for effects of the write, then sends it with credentials. The returned function asserts that it had none
   * before, and that it was accepted then.
   */
  trace(): Promise<() => void>;
}

/** A route whose write a lookup shows. */
export interface VisibleWrite {
  route: Route;
  needs: readonly Capability[];
  prepare(context: CheckContext): Promise<PreparedWrite>;
}

const creation = (route: Route, { title, needs, creating }: RecordKind): VisibleWrite => ({
  route,
  needs,
  async prepare(context) {
    const { createPath, fresh } = await creating(context);
    const { body, lookup } = fresh();
    return {
      send: (headers) => context.post(createPath, { body, headers }),
      async trace() {
        const unmade = await context.get(lookup);
        // a record that exists already may be refused
        const accepted = unmade.status < 300 ? unmade : await context.post(createPath, { body });
        const control = unmade.status < 300 ? unmade : await context.get(lookup);
        return () => {
          mustBeAccepted(accepted, `creating ${title.toLowerCase()}`);
          expectNothing(unmade, { what: `no record, because ${route} was refused`, control });
        };
      },
    };
  },
});

const update = (route: Route, { needs, given }: RecordUpdate): VisibleWrite => ({
  route,
  needs,
  async prepare(context) {
    const { putPath, lookup, change } = await given(context);
    const before = await context.get(lookup);
    const { body, isMade } = change();
    return {
      send: (headers) => context.put(putPath, { body, headers }),
      async trace() {
        const after = await context.get(lookup);
        const accepted = await context.put(putPath, { body });
        return () => {
          expectStillThere(after, {
            before,
            what: `the record as it was, because ${route} was refused`,
            isUntouched: (record) => !isMade(record),
          });
          mustBeAccepted(accepted, route);
        };
      },
    };
  },
});

const removal = (route: Route, { needs, given }: RecordRemoval): VisibleWrite => ({
  route,
  needs,
  async prepare(context) {
    const at = await given(context);
    const before = await context.get(at);
    return {
      send: (headers) => context.del(at, { headers }),
      async trace() {
        const after = await context.get(at);
        const accepted = await context.del(at);
        return () => {
          expectStillThere(after, { before, what: `the record, because ${route} was refused` });
          mustBeAccepted(accepted, route);
        };
      },
    };
  },
});

/** Every write except those to users and registrations, which no lookup shows in this way. */
export const visibleWrites: readonly VisibleWrite[] = [
  creation('POST /customers', recordKinds.customer),
  creation('POST /products', recordKinds.product),
  creation('POST /orders', recordKinds.order),
  creation('POST /stores', recordKinds.store),
  creation('POST /abandoned-carts', recordKinds.cart),
  creation('POST /coupons', recordKinds.coupon),
  creation('POST /coupons/shared', recordKinds.sharedCoupon),
  update('PUT /customers/:id', recordUpdates.customer),
  update('PUT /products/:id', recordUpdates.product),
  update('PUT /orders/:id', recordUpdates.order),
  update('PUT /stores/:id', recordUpdates.store),
  update('PUT /abandoned-carts/:id', recordUpdates.cart),
  update('PUT /coupons/:id', recordUpdates.couponById),
  update('PUT /coupons/code/:code', recordUpdates.couponByCode),
  removal('DELETE /customers/:id', recordRemovals.customer),
  removal('DELETE /products/:id', recordRemovals.product),
  removal('DELETE /orders/:id', recordRemovals.order),
  removal('DELETE /stores/:id', recordRemovals.store),
  removal('DELETE /abandoned-carts/:id', recordRemovals.cart),
];
