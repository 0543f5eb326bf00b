import type { JsonObject } from '../../core/json.ts';
import type { Body } from '../../fixtures/bodies.ts';
import type { Capability } from '../capability.ts';
import type { CheckContext, OpenPaths } from '../check-context.ts';
import { digitsOf, localDigitsOf } from './phones.ts';

/** Bodies of one check that differ only in the `externalId`. */
interface Making {
  body(externalId: string): Body;
  /** For POST. In a list, `isOurs` recognizes the record. */
  markedBody(externalId: string | undefined): Body;
  isOurs(listed: JsonObject): boolean;
}

/** A kind of record that only its `externalId` identifies: orders, stores and abandoned carts. */
export interface PartnerRecord {
  name: 'order' | 'store' | 'abandoned cart';
  /** With its article, at the start of a sentence. */
  title: string;
  root: '/orders' | '/stores' | '/abandoned-carts';
  create(paths: OpenPaths): string;
  list(paths: OpenPaths): string;
  needs: Record<'made' | 'listed' | 'updated' | 'deleted', readonly Capability[]>;
  making(context: CheckContext): Promise<Making>;
}

export const partnerOrder: PartnerRecord = {
  name: 'order',
  title: 'An order',
  root: '/orders',
  create: () => '/orders',
  list: ({ listOrders }) => listOrders,
  needs: { made: ['create orders'], listed: ['list orders'], updated: [], deleted: [] },
  async making({ body, given, unique }) {
    const owner = await given.owner();
    // any code is accepted with a new order, and is the one documented field that can carry a mark
    const couponCode = unique.name('mark');
    return {
      body: (externalId) => body.order({ ...owner, externalId }),
      markedBody: (externalId) => body.order({ ...owner, couponCode, externalId }),
      isOurs: (listed) => JSON.stringify(listed).includes(couponCode),
    };
  },
};

export const partnerStore: PartnerRecord = {
  name: 'store',
  title: 'A store',
  root: '/stores',
  create: ({ createStore }) => createStore,
  list: ({ listStores }) => listStores,
  needs: {
    made: ['create stores', 'read stores'],
    listed: ['list stores'],
    updated: ['update stores'],
    deleted: ['delete stores'],
  },
  async making({ body, unique }) {
    const name = unique.name('mark');
    const markedBody = (externalId: string | undefined): Body => body.store({ name, externalId });
    return {
      body: markedBody,
      markedBody,
      isOurs: (listed) => JSON.stringify(listed).includes(name),
    };
  },
};

/** Whether a text anywhere in a record ends with these digits. Those of several texts together may do so by chance. */
const hasPhone = (value: unknown, digits: string): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some((inner) => hasPhone(inner, digits))
    : digitsOf(value).endsWith(digits);

export const partnerCart: PartnerRecord = {
  name: 'abandoned cart',
  title: 'An abandoned cart',
  root: '/abandoned-carts',
  create: ({ createCart }) => createCart,
  list: ({ listCarts }) => listCarts,
  needs: {
    made: ['create carts', 'read carts'],
    listed: ['list carts'],
    updated: ['update carts'],
    deleted: ['delete carts'],
  },
  async making({ body, given }) {
    const owner = await given.owner();
    const phone = localDigitsOf(owner.phone);
    const markedBody = (externalId: string | undefined): Body => body.cart({ ...owner, externalId });
    return {
      body: markedBody,
      markedBody,
      isOurs: (listed) => hasPhone(listed, phone),
    };
  },
};
