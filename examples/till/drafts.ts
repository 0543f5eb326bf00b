import type { Purpose } from './call.ts';
import { inBrasilia } from './dates.ts';
import type { Card, Phase, Sale, Voucher } from './entries.ts';
import type { Draft } from './outbox.ts';

/** The platform's statuses for the phases of a sale. */
export const statuses: Readonly<Record<Phase, string>> = {
  open: 'on-hold',
  kitchen: 'processing',
  settled: 'completed',
  voided: 'canceled',
};

const inPath = encodeURIComponent;

export const voucherPath = (code: string): string => `/coupons/code/${inPath(code)}`;

const saleBody = ({ id, till, phase, buyer, total, lines, soldAtMs }: Sale, code: string | undefined) => ({
  externalId: id,
  status: statuses[phase],
  till: `till ${till}`,
  rungAt: inBrasilia(soldAtMs),
  buyer,
  grandTotal: total,
  lineItems: lines,
  couponCode: code,
});

export const sendSale = (sale: Sale): Draft => ({
  purpose: 'send sale',
  about: sale.id,
  method: 'POST',
  path: '/orders',
  body: saleBody(sale, sale.code),
});

export const readSale = (id: string): Draft => ({
  purpose: 'read sale',
  about: id,
  method: 'GET',
  path: `/orders/external/${inPath(id)}`,
});

export type SaleChange = Extract<Purpose, 'cook sale' | 'settle sale' | 'void sale' | 'redeem on sale'>;

/** Only the change that redeems a code has the code. */
export const changeSale = (purpose: SaleChange, sale: Sale, serviceId: string): Draft => ({
  purpose,
  about: sale.id,
  method: 'PUT',
  path: `/orders/${inPath(serviceId)}`,
  body: saleBody(sale, purpose === 'redeem on sale' ? sale.code : undefined),
});

const places = {
  person: { purpose: 'send person', path: '/customers' },
  item: { purpose: 'send item', path: '/products' },
  branch: { purpose: 'send branch', path: '/stores' },
  basket: { purpose: 'send basket', path: '/abandoned-carts' },
} as const;

export const sendCard = ({ id, kind, fields }: Card): Draft => ({
  purpose: places[kind].purpose,
  about: id,
  method: 'POST',
  path: places[kind].path,
  body: { externalId: id, ...fields },
});

export const findPerson = (id: string): Draft => ({
  purpose: 'find person',
  about: id,
  method: 'GET',
  path: `/customers/external/${inPath(id)}`,
});

export const changePerson = ({ id, fields }: Card, serviceId: string): Draft => ({
  purpose: 'change person',
  about: id,
  method: 'PUT',
  path: `/customers/${inPath(serviceId)}`,
  body: { externalId: id, ...fields },
});

export const removePerson = (id: string, serviceId: string): Draft => ({
  purpose: 'remove person',
  about: id,
  method: 'DELETE',
  path: `/customers/${inPath(serviceId)}`,
});

export const registerVoucher = ({ id, code, type, amount, least, endsAt, mobile }: Voucher): Draft => ({
  purpose: 'register voucher',
  about: code,
  method: 'POST',
  path: '/coupons',
  body: {
    externalId: id,
    code,
    type,
    amount,
    minPurchaseValue: least,
    ...(endsAt === null ? {} : { expiryDate: endsAt }),
    phone: mobile,
    awaitingOrder: false,
  },
});

export const registerSharedVoucher = ({ id, code, type, amount, least, endsAt }: Voucher): Draft => ({
  purpose: 'register shared voucher',
  about: code,
  method: 'POST',
  path: '/coupons/shared',
  body: {
    externalId: Number(id),
    code,
    type,
    amount,
    minPurchaseValue: least,
    ...(endsAt === null ? {} : { expiryDate: endsAt }),
  },
});

export const readVoucher = (
  purpose: 'look for voucher' | 'read voucher back' | 'read voucher',
  code: string,
): Draft => ({
  purpose,
  about: code,
  method: 'GET',
  path: voucherPath(code),
});

export const writeBack = ({ id, code }: Voucher): Draft => ({
  purpose: 'write back',
  about: code,
  method: 'PUT',
  path: voucherPath(code),
  body: { externalId: id },
});

export const markAsUsed = (code: string): Draft => ({
  purpose: 'mark as used',
  about: code,
  method: 'PUT',
  path: voucherPath(code),
  body: { used: true, awaitingOrder: false },
});

const registration = (callbackUrl: string, secret: string) => ({
  event: 'coupon_create',
  callbackUrl,
  bearerToken: secret,
});

export const registerReceiver = (url: string, secret: string): Draft => ({
  purpose: 'register receiver',
  about: 'receiver',
  method: 'POST',
  path: '/webhooks',
  body: registration(url, secret),
});

export const changeReceiver = (url: string, secret: string, serviceId: string): Draft => ({
  purpose: 'change receiver',
  about: 'receiver',
  method: 'PUT',
  path: `/webhooks/${inPath(serviceId)}`,
  body: registration(url, secret),
});

export const dropReceiver = (serviceId: string): Draft => ({
  purpose: 'drop receiver',
  about: 'receiver',
  method: 'DELETE',
  path: `/webhooks/${inPath(serviceId)}`,
});

export const readList = (list: string, query: Record<string, string>): Draft => ({
  purpose: 'read list',
  about: list,
  method: 'GET',
  path: `/${list}`,
  query,
});

export const readConfiguration: Draft = {
  purpose: 'read configuration',
  about: 'configuration',
  method: 'GET',
  path: '/coupons-config',
};
