// The configuration that a team writes for Portman: contract tests for every operation, variations for the documented
// refusals, and integration tests for the life of each resource.

interface Overwrite {
  key: string;
  value?: unknown;
  insert?: boolean;
  overwrite?: boolean;
  remove?: boolean;
}

interface Variation {
  name: string;
  openApiResponse?: string;
  overwrites?: Record<string, Overwrite[] | object>[];
  assignVariables?: object[];
  tests: object;
}

const unknownId = '7f000000-0000-4000-8000-000000000000';

const contract = (code: number, has: 'json' | 'something else' = 'json'): object[] => [
  {
    statusCode: { enabled: true, code },
    ...(has === 'json' && {
      contentType: { enabled: true },
      jsonBody: { enabled: true },
      schemaValidation: { enabled: true },
    }),
  },
];

const refusal = (name: string, status: number, overwrites: Variation['overwrites']): Variation => ({
  name,
  openApiResponse: String(status),
  ...(overwrites && { overwrites }),
  tests:
    status === 403
      ? {
          contractTests: contract(status, 'something else'),
          contentTests: [{ responseHeaderTests: [{ key: 'content-type', contains: 'text/html' }] }],
        }
      : { contractTests: contract(status) },
});

const withPath = (key: string, value: string) => ({ overwriteRequestPathVariables: [{ key, value, overwrite: true }] });
const withQuery = (key: string, value: string) => ({ overwriteRequestQueryParams: [{ key, value, overwrite: true }] });
const withBody = (fields: Record<string, unknown>) => ({
  overwriteRequestBody: Object.entries(fields).map(([key, value]) => ({ key, value, overwrite: true, insert: true })),
});
const withoutField = (key: string) => ({ overwriteRequestBody: [{ key, remove: true }] });

/** Operations on one record: the variable of the path, and the status for an unknown record. */
const lookups: readonly [operationId: string, variable: string, status: number][] = [
  ['getCustomer', 'id', 422],
  ['getCustomerByExternalId', 'externalId', 422],
  ['getCustomerByPhone', 'phone', 422],
  ['updateCustomer', 'id', 404],
  ['deleteCustomer', 'id', 404],
  ['getProduct', 'id', 404],
  ['getProductByExternalId', 'externalId', 404],
  ['getProductByName', 'name', 404],
  ['updateProduct', 'id', 404],
  ['deleteProduct', 'id', 404],
  ['getOrder', 'id', 404],
  ['getOrderByExternalId', 'externalId', 404],
  ['updateOrder', 'id', 404],
  ['deleteOrder', 'id', 404],
  ['getCart', 'id', 404],
  ['getCartByExternalId', 'externalId', 404],
  ['updateCart', 'id', 404],
  ['deleteCart', 'id', 404],
  ['getStore', 'id', 404],
  ['getStoreByExternalId', 'externalId', 404],
  ['updateStore', 'id', 404],
  ['deleteStore', 'id', 404],
  ['getUser', 'id', 404],
  ['getUserByEmail', 'email', 422],
  ['deleteUser', 'id', 400],
  ['getCoupon', 'id', 404],
  ['getCouponByCode', 'code', 404],
  ['getCouponByExternalId', 'externalId', 404],
  ['getCouponOfOrder', 'orderId', 404],
  ['updateCoupon', 'id', 422],
  ['updateCouponByCode', 'code', 404],
  ['updateWebhook', 'id', 404],
  ['deleteWebhook', 'id', 404],
];

const lists = ['Customers', 'Products', 'Orders', 'Carts', 'Stores', 'Users', 'Coupons'].map((name) => `list${name}`);

const listVariations: Variation[] = [
  refusal('no after', 422, [{ overwriteRequestQueryParams: [{ key: 'after', remove: true }] }]),
  refusal('bad after', 422, [withQuery('after', 'yesterday')]),
  refusal('page 0', 400, [withQuery('page', '0')]),
  refusal('page size 0', 422, [withQuery('pageSize', '0')]),
  refusal('page size 51', 422, [withQuery('pageSize', '51')]),
  {
    name: 'page beyond the last',
    openApiResponse: '200',
    overwrites: [withQuery('page', '999999')],
    tests: {
      contractTests: contract(200),
      contentTests: [{ responseBodyTests: [{ key: 'data', length: 0 }] }],
    },
  },
  {
    name: 'page size 1',
    openApiResponse: '200',
    overwrites: [withQuery('pageSize', '1')],
    tests: {
      contractTests: contract(200),
      contentTests: [
        {
          responseBodyTests: [
            { key: 'pagination.pageSize', value: 1 },
            { key: 'data', maxLength: 1 },
          ],
        },
      ],
    },
  },
];

const requiredFields: readonly [operationId: string, fields: readonly string[]][] = [
  ['createCustomer', ['phone']],
  ['createProduct', ['name']],
  ['createOrder', ['status', 'customer', 'customer.phone', 'customer.address']],
  ['createCart', ['customer']],
  ['createStore', ['name']],
  ['registerCoupon', ['code', 'amount', 'phone', 'externalId']],
  ['registerSharedCoupon', ['code']],
  ['registerWebhook', ['event', 'targetUrl']],
];

const internalError = 'internalError';
const secured = [
  ...lookups.map(([operationId]) => operationId),
  ...lists,
  ...requiredFields.map(([id]) => id),
  'getCouponsConfig',
];

const variationTests = [
  ...lookups.map(([openApiOperationId, variable, status]) => ({
    openApiOperationId,
    variations: [
      refusal('unknown', status, [withPath(variable, unknownId)]),
      refusal('of another company', status, [{ overwriteRequestSecurity: { bearer: { token: '{{otherToken}}' } } }]),
    ],
  })),
  ...lists.map((openApiOperationId) => ({ openApiOperationId, variations: listVariations })),
  ...requiredFields.map(([openApiOperationId, fields]) => ({
    openApiOperationId,
    variations: [
      ...fields.map((field) => refusal(`no ${field}`, 400, [withoutField(field)])),
      // newman puts a Content-Type back that is left out
      refusal('plain text', 400, [
        { overwriteRequestHeaders: [{ key: 'Content-Type', value: 'text/plain', overwrite: true }] },
      ]),
    ],
  })),
  ...secured.map((openApiOperationId) => ({
    openApiOperationId,
    variations: [
      refusal('no token', 401, [{ overwriteRequestSecurity: { other: { type: 'noauth' } } }]),
      refusal('wrong token', 401, [{ overwriteRequestSecurity: { bearer: { token: 'wrong' } } }]),
      refusal('no access key', 403, [{ overwriteRequestHeaders: [{ key: 'service-access', remove: true }] }]),
      refusal('wrong access key', 403, [
        { overwriteRequestHeaders: [{ key: 'service-access', value: 'wrong', overwrite: true }] },
      ]),
    ],
  })),
  ...['createOrder', 'updateOrder'].map((openApiOperationId) => ({
    openApiOperationId,
    variations: ['cancelled', 'pending', 'paid', 'refunded', 'failed'].map((status) =>
      refusal(`status ${status}`, 422, [withBody({ status })]),
    ),
  })),
  {
    openApiOperationId: 'updateOrder',
    variations: [refusal('unknown code', 422, [withBody({ couponCode: 'NO-SUCH-CODE' })])],
  },
];

interface Step {
  operationId: string;
  status?: number;
  path?: Record<string, string>;
  body?: Record<string, unknown>;
  shows?: Record<string, string | number | boolean | null>;
  /** Stores the id of the answer under this name. */
  keepsId?: string;
}

const asTests = (shows: NonNullable<Step['shows']>) => [
  { responseBodyTests: Object.entries(shows).map(([key, value]) => ({ key, value })) },
];

const integration = (name: string, steps: readonly Step[]) => ({
  name,
  operations: steps.map(({ operationId, status = 200, path = {}, body, shows, keepsId }, index) => ({
    openApiOperationId: operationId,
    variations: [
      {
        name: `${name} ${index + 1}`,
        openApiResponse: String(status),
        overwrites: [
          ...Object.entries(path).map(([key, value]) => withPath(key, value)),
          ...(body ? [withBody(body)] : []),
        ],
        ...(keepsId && { assignVariables: [{ collectionVariables: [{ responseBodyProp: 'id', name: keepsId }] }] }),
        tests: { contractTests: contract(status), ...(shows && { contentTests: asTests(shows) }) },
      },
    ],
  })),
});

/** Creates a record, finds it by the partner's id, changes it, deletes it, and looks it up each time. */
const lifeOf = (
  kind: string,
  { created, changed, missing }: { created: Record<string, unknown>; changed: Record<string, string>; missing: number },
) => {
  const externalId = `life-${kind.toLowerCase()}`;
  const id = `{{life${kind}}}`;
  return integration(`life of a ${kind.toLowerCase()}`, [
    { operationId: `create${kind}`, body: { ...created, externalId } },
    { operationId: `get${kind}ByExternalId`, path: { externalId }, shows: { externalId }, keepsId: `life${kind}` },
    { operationId: `get${kind}`, path: { id }, shows: { externalId } },
    { operationId: `update${kind}`, path: { id }, body: changed },
    { operationId: `get${kind}`, path: { id }, shows: changed },
    { operationId: `delete${kind}`, path: { id } },
    { operationId: `get${kind}`, path: { id }, status: missing },
    { operationId: `get${kind}ByExternalId`, path: { externalId }, status: missing },
  ]);
};

const couponCode = 'LIFE-COUPON';
const integrationTests = [
  lifeOf('Customer', { created: { phone: '+5511987651111' }, changed: { firstName: 'Nova' }, missing: 422 }),
  lifeOf('Product', { created: { name: 'Jarra' }, changed: { name: 'Jarra Nova' }, missing: 404 }),
  lifeOf('Order', { created: { status: 'on-hold' }, changed: { status: 'canceled' }, missing: 404 }),
  lifeOf('Cart', { created: {}, changed: { externalId: 'life-cart-2' }, missing: 404 }),
  lifeOf('Store', { created: {}, changed: { name: 'Nova' }, missing: 404 }),
  integration('status of an order', [
    { operationId: 'createOrder', body: { status: 'processing', externalId: 'status-order' } },
    {
      operationId: 'getOrderByExternalId',
      path: { externalId: 'status-order' },
      shows: { status: 'on-hold' },
      keepsId: 'statusOrder',
    },
    { operationId: 'updateOrder', path: { id: '{{statusOrder}}' }, body: { status: 'processing' } },
    { operationId: 'getOrder', path: { id: '{{statusOrder}}' }, shows: { status: 'processing' } },
  ]),
  integration('an order with a code that is no coupon’s', [
    { operationId: 'createOrder', body: { status: 'on-hold', externalId: 'code-order', couponCode: 'NO-SUCH-CODE' } },
    { operationId: 'getOrderByExternalId', path: { externalId: 'code-order' }, shows: { couponUsed: null } },
  ]),
  integration('life of a coupon', [
    { operationId: 'registerCoupon', body: { code: couponCode, externalId: 'life-coupon', amount: 12.5 } },
    {
      operationId: 'getCouponByCode',
      path: { code: couponCode },
      shows: { code: couponCode, externalId: 'life-coupon', amount: 12.5, type: 'percent', used: false, isValid: true },
    },
    { operationId: 'getCouponByExternalId', path: { externalId: 'life-coupon' }, shows: { code: couponCode } },
    { operationId: 'createOrder', body: { status: 'on-hold', externalId: 'coupon-order', couponCode } },
    { operationId: 'getCouponByCode', path: { code: couponCode }, shows: { used: true, isValid: false } },
  ]),
  integration('a coupon marked as used by hand', [
    { operationId: 'registerCoupon', body: { code: 'USED-BY-HAND', externalId: 'coupon-used-by-hand' } },
    { operationId: 'updateCouponByCode', path: { code: 'USED-BY-HAND' }, body: { used: true, awaitingOrder: false } },
    { operationId: 'getCouponByCode', path: { code: 'USED-BY-HAND' }, shows: { used: true } },
  ]),
  integration('the id of a shared coupon', [
    { operationId: 'registerSharedCoupon', body: { code: 'SHARED-TEXT', externalId: '12abc' } },
    { operationId: 'getCouponByCode', path: { code: 'SHARED-TEXT' }, shows: { externalId: 12 } },
    { operationId: 'registerSharedCoupon', body: { code: 'SHARED-LARGE', externalId: 9_999_999_999 } },
    { operationId: 'getCouponByCode', path: { code: 'SHARED-LARGE' }, shows: { externalId: 2_147_483_647 } },
  ]),
];

export const portmanConfig = {
  version: 1,
  globals: { securityOverwrites: { bearer: { token: '{{token}}' } }, stripResponseExamples: true },
  overwrites: [
    {
      openApiOperation: '*::/*',
      overwriteRequestHeaders: [{ key: 'service-access', value: '{{accessKey}}', insert: true, overwrite: true }],
    },
    ...['updateWebhook', 'deleteWebhook'].map((openApiOperationId) => ({
      openApiOperationId,
      ...withPath('id', '{{webhookId}}'),
    })),
  ],
  assignVariables: [
    {
      openApiOperationId: 'registerWebhook',
      collectionVariables: [{ responseBodyProp: 'id', name: 'webhookId' }],
    },
  ],
  tests: {
    contractTests: [
      { openApiOperation: '*::/*', excludeForOperations: [internalError], statusCode: { enabled: true, code: 200 } },
      { openApiOperationId: internalError, statusCode: { enabled: true, code: 500 } },
      {
        openApiOperation: '*::/*',
        // it answers without a body
        excludeForOperations: ['deleteUser'],
        contentType: { enabled: true },
        jsonBody: { enabled: true },
        schemaValidation: { enabled: true },
      },
    ],
    variationTests,
    integrationTests,
  },
};
