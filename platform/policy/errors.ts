import type { Route } from '../routes.ts';

export interface Refusal {
  status: number;
  message: string | string[];
}

/** A refusal with the one message that the document gives. */
export interface DocumentedRefusal extends Refusal {
  message: string;
}

/** The routes to one record, without the two whose answer for an unknown record is open (see `choices.coupons`). */
export type LookupRoute = Exclude<
  Extract<Route, `${string}/:${string}`>,
  'GET /coupons/order/:orderId' | 'PUT /coupons/code/:code'
>;

/** Errors, and Endpoints › Response conventions. */
export interface ErrorsPolicy {
  missingRecord: Record<LookupRoute, DocumentedRefusal>;
  invalidAfter: DocumentedRefusal;
  invalidStatus: DocumentedRefusal;
  couponCodeNotFound: DocumentedRefusal;
  /** Missing fields and fields of a wrong type. Each problem names one. */
  validation(problems: string[]): Refusal;
  malformedJson(text: string): Refusal;
  /** Business rules that one request breaks. */
  rules(broken: DocumentedRefusal[], separator: string): Refusal;
  /** Which of two possible refusals is given. */
  first(refusals: { validation: Refusal | undefined; rule: Refusal | undefined }): Refusal | undefined;
  internal: { status: number; body: object };
}

const customer = 'Customer not found';
const product = 'Product not found';
const order = 'Order not found';
const cart = 'Abandoned Cart not found';
const store = 'Store not found';
const user = 'Usuário não encontrado';
const coupon = 'Coupon not found';
const webhook = 'Configuração de webhook não encontrada';

/** Errors › Record not found. */
const missingRecord: ErrorsPolicy['missingRecord'] = {
  'GET /customers/:id': { status: 422, message: customer },
  'GET /customers/external/:externalId': { status: 422, message: customer },
  'GET /customers/phone/:phone': { status: 422, message: customer },
  'PUT /customers/:id': { status: 404, message: customer },
  'DELETE /customers/:id': { status: 404, message: customer },
  'GET /products/:id': { status: 404, message: product },
  'GET /products/external/:externalId': { status: 404, message: product },
  'GET /products/name/:name': { status: 404, message: product },
  'PUT /products/:id': { status: 404, message: product },
  'DELETE /products/:id': { status: 404, message: product },
  'GET /orders/:id': { status: 404, message: order },
  'GET /orders/external/:externalId': { status: 404, message: order },
  'PUT /orders/:id': { status: 404, message: 'Pedido não encontrado' },
  'DELETE /orders/:id': { status: 404, message: order },
  'GET /abandoned-carts/:id': { status: 404, message: cart },
  'GET /abandoned-carts/external/:externalId': { status: 404, message: cart },
  'PUT /abandoned-carts/:id': { status: 404, message: cart },
  'DELETE /abandoned-carts/:id': { status: 404, message: cart },
  'GET /stores/:id': { status: 404, message: store },
  'GET /stores/external/:externalId': { status: 404, message: store },
  'PUT /stores/:id': { status: 404, message: store },
  'DELETE /stores/:id': { status: 404, message: store },
  'GET /users/:id': { status: 404, message: user },
  'GET /users/email/:email': { status: 422, message: user },
  'DELETE /users/:id': { status: 400, message: user },
  'GET /coupons/:id': { status: 404, message: coupon },
  'GET /coupons/code/:code': { status: 404, message: coupon },
  'GET /coupons/external/:externalId': { status: 404, message: coupon },
  'PUT /coupons/:id': { status: 422, message: coupon },
  'PUT /webhooks/:id': { status: 404, message: webhook },
  'DELETE /webhooks/:id': { status: 404, message: webhook },
};

export const errorsPolicy: ErrorsPolicy = {
  missingRecord,
  invalidAfter: { status: 422, message: 'Invalid after date' },
  invalidStatus: { status: 422, message: 'Invalid status' },
  couponCodeNotFound: { status: 422, message: 'Coupon code not found' },
  validation: (problems) => ({ status: 400, message: problems }),
  malformedJson: (text) => ({ status: 400, message: [text] }),
  rules: (broken, separator) => ({
    status: broken[0]?.status ?? 422,
    message: broken.map(({ message }) => message).join(separator),
  }),
  first: ({ validation, rule }) => validation ?? rule,
  internal: {
    status: 500,
    body: { statusCode: 500, message: 'Internal server error' },
  },
};
