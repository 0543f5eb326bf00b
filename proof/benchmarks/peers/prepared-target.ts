import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isObject } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { credentialHeaders } from '../../../fixtures/run/credentials.ts';
import { type EmbeddedTarget, startEmbedded } from '../../../platform/embedded/start-embedded.ts';
import type { PlatformChange } from '../../../suites/defect.ts';

/** The embedded platform with the records that the description names as examples. */
export interface PreparedTarget extends AsyncDisposable {
  target: EmbeddedTarget;
  /** Tokens of the company that has the records, and of another company. */
  tokens: { owner: string; other: string };
  /** The platform's values by their names in the description. */
  values: ReadonlyMap<string, string>;
}

const descriptionFile = new URL('openapi.yaml', import.meta.url);

const customer = {
  phone: '+5511987650009',
  firstName: 'Lia',
  lastName: 'Reis',
  email: 'lia@example.com',
  address: { street: 'Rua Um', number: '1', city: 'São Paulo', state: 'SP' },
};

const records: readonly [path: string, body: object, lookup: string, name: string][] = [
  ['/customers', { ...customer, externalId: 'known-customer' }, '/customers/phone/5511987650009', 'SELO_CUSTOMER'],
  [
    '/customers',
    { ...customer, phone: '+5511987650008', externalId: 'other-customer' },
    '/customers/phone/5511987650008',
    'SELO_OTHER_CUSTOMER',
  ],
  ['/products', { name: 'Vaso', externalId: 'known-product' }, '/products/external/known-product', 'SELO_PRODUCT'],
  [
    '/products',
    { name: 'Copo', externalId: 'other-product' },
    '/products/external/other-product',
    'SELO_OTHER_PRODUCT',
  ],
  [
    '/orders',
    { status: 'completed', externalId: 'known-order', total: 50, lineItems: [{ name: 'Vaso', price: 50 }], customer },
    '/orders/external/known-order',
    'SELO_ORDER',
  ],
  [
    '/orders',
    { status: 'on-hold', externalId: 'other-order', total: 20, lineItems: [], customer },
    '/orders/external/other-order',
    'SELO_OTHER_ORDER',
  ],
  ['/abandoned-carts', { externalId: 'known-cart', customer }, '/abandoned-carts/external/known-cart', 'SELO_CART'],
  [
    '/abandoned-carts',
    { externalId: 'other-cart', customer },
    '/abandoned-carts/external/other-cart',
    'SELO_OTHER_CART',
  ],
  ['/stores', { name: 'Norte', externalId: 'known-store' }, '/stores/external/known-store', 'SELO_STORE'],
  ['/stores', { name: 'Sul', externalId: 'other-store' }, '/stores/external/other-store', 'SELO_OTHER_STORE'],
  [
    '/coupons',
    { externalId: 'known-coupon', code: 'KNOWN-1', type: 'percent', amount: 10, phone: customer.phone },
    '/coupons/code/KNOWN-1',
    'SELO_COUPON',
  ],
];

const idIn = (body: unknown): string | undefined =>
  isObject(body) && typeof body.id === 'string' && body.id !== '' ? body.id : undefined;

/**
 * Starts a platform with the given options. It sends no webhooks, because a tool may register any URL. A record that the
 * platform does not create gets an unknown id.
 */
export const startPrepared = async ({ policy, wrap }: PlatformChange): Promise<PreparedTarget> => {
  const target: EmbeddedTarget = await startEmbedded({
    policy: { ...policy, webhooks: { ...policy?.webhooks, isSent: () => false } },
    ...omitUndefined({ wrap }),
  });
  const { profile } = target;
  const [owner, other] = profile.companies;
  if (!owner || !other) throw new Error('the embedded platform has at least two companies');
  const headers = { ...credentialHeaders(profile, owner), 'content-type': 'application/json' };
  const send = async (path: string, body?: object): Promise<unknown> => {
    const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    const answer = await fetch(profile.baseUrl + path, init);
    const text = await answer.text();
    // a broken platform may answer anything
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  const values = new Map<string, string>();
  for (const [path, body, lookup, name] of records) {
    await send(path, body);
    values.set(name, idIn(await send(lookup)) ?? randomUUID());
  }
  const registration = { event: 'coupon_create', targetUrl: 'http://receiver.example/in' };
  values.set('SELO_WEBHOOK', idIn(await send('/webhooks', registration)) ?? randomUUID());
  values.set('SELO_KNOWN_USER', owner.users?.known?.id ?? randomUUID());
  values.set('SELO_KNOWN_EMAIL', owner.users?.known?.email ?? 'nobody@example.com');
  values.set('SELO_DISPOSABLE_USER', owner.users?.disposable?.[0]?.id ?? randomUUID());
  return {
    target,
    tokens: { owner: owner.token.value, other: other.token.value },
    values,
    [Symbol.asyncDispose]: () => target[Symbol.asyncDispose](),
  };
};

/** Replaces the names in a text by the platform's values. */
export const withValues = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replaceAll(/SELO_[A-Z_]+/g, (name) => values.get(name) ?? name);

export const readDescription = (): Promise<string> => readFile(descriptionFile, 'utf8');
