import { createCatalogue } from './catalogue.ts';
import { createClient } from './client.ts';
import type { Context } from './context.ts';
import { createCouponJobs } from './coupon-jobs.ts';
import { createCoupons } from './coupons.ts';
import { createCustomers } from './customers.ts';
import { injectStartFault } from './faulty-starts.ts';
import { type Act, createAct } from './hooks.ts';
import { createOrders } from './orders.ts';
import { createOutbox } from './outbox.ts';
import { createPlatform } from './platform.ts';
import { createReceiver, type Receiver } from './receiver.ts';
import type { Coupon } from './records.ts';
import { createRegistration } from './registration.ts';
import type { Settings } from './settings.ts';
import type { Storage } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import { createWork, type Work } from './work.ts';

/** The shop between two restarts. */
export interface OpenShop {
  receive: Receiver;
  act: Act;
  coupons(): readonly Coupon[];
  work: Work;
}

export interface ShopOptions {
  settings: Settings;
  surroundings: Surroundings;
  storage: Storage;
  /** The URL of the receiver for the platform. */
  webhookUrl: string;
  note(text: string): void;
}

/** Loads the saved state and continues unfinished work. */
export const openShop = ({ settings, surroundings, storage, webhookUrl, note }: ShopOptions): OpenShop => {
  const state = storage.load();
  const work = createWork(surroundings, note);
  const platform = createPlatform(createClient(settings, surroundings, work.signal), settings, work);
  const context: Context = {
    settings,
    surroundings,
    state,
    save() {
      // work that still runs after a stop must not overwrite the state of the next start
      if (!work.signal.aborted) storage.save(state);
    },
    work,
    platform,
    newId() {
      const counts =
        settings.behavior.does('external ids are counters') ||
        settings.behavior.is('counts from the beginning after a restart');
      if (!counts) return surroundings.newUuid();
      state.lastNumber += 1;
      return String(state.lastNumber);
    },
    note,
  };
  const outbox = createOutbox(context);
  const customers = createCustomers(context, outbox);
  const coupons = createCoupons(context, outbox, customers);
  const orders = createOrders(context, customers, coupons);
  const catalogue = createCatalogue(context, outbox, customers);
  const registration = createRegistration(context, webhookUrl);
  const jobs = createCouponJobs(context);

  injectStartFault(context);
  for (const part of [registration, outbox, customers, orders, jobs]) part.resume();

  return {
    receive: createReceiver(context, jobs),
    act: createAct({ context, registration, customers, catalogue, orders, coupons }),
    coupons: () => state.coupons,
    work,
  };
};
