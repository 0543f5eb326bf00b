import { isObject, type JsonObject } from '../../core/json.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { answersOtherwise, callsTo, withFields } from '../broken-handling.ts';
import { isMalformed, isUntyped } from '../conventions/defects.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { otherPayload } from '../webhook-delivery/payload-defects.ts';

const shows = (status: number, fits: (call: Call) => boolean, change: (answer: Answer) => Answer): PlatformChange => ({
  wrap: answersOtherwise(fits, (answer) => (answer.status === status ? change(answer) : answer)),
});

const isList = ({ body }: Answer): boolean => isObject(body) && 'pagination' in body;

/** Changes fields in the lookup of a coupon by `externalId`. */
const couponShows = (fields: JsonObject): PlatformChange =>
  shows(200, callsTo('GET /coupons/external/:externalId'), (answer) => withFields(answer, fields));

const customerShows = (fields: JsonObject): PlatformChange =>
  shows(200, callsTo('GET /coupons/external/:externalId'), (answer) =>
    isObject(answer.body) && isObject(answer.body.customer)
      ? withFields(answer, { customer: { ...answer.body.customer, ...fields } })
      : answer,
  );

const internalError: Answer = { status: 500, body: { statusCode: 500, message: 'Internal server error' } };

export const passiveDefects: readonly Defect[] = [
  ...defectsOf({
    'PAS-1': {
      'answers every creation with 201': {
        policy: { writes: { successStatus: (route) => (route.startsWith('POST') ? 201 : 200) } },
        also: [
          'CONV-23',
          'CONV-24',
          'CONV-25',
          'CONV-26',
          'CONV-27',
          'CONV-28',
          'CONV-29',
          'SHARED-1',
          'HOOK-1',
          'HOOK-7',
        ],
      },
    },
    'PAS-2': {
      'answers deletions of orders with nothing': {
        ...shows(200, callsTo('DELETE /orders/:id'), ({ status }) => ({ status, body: undefined })),
        also: ['CONV-39'],
      },
      'shows the result of a deletion as a string': {
        ...shows(200, callsTo('DELETE /customers/:id'), ({ status }) => ({ status, body: { result: 'true' } })),
        also: ['CONV-37'],
      },
    },
    'PAS-3': {
      'acknowledges updates of coupons in plain text': shows(200, callsTo('PUT /coupons/:id'), ({ status }) => ({
        status,
        body: 'OK',
      })),
    },
    'PAS-4': {
      'reports errors in a string on PUT /orders/:id only': {
        ...shows(400, callsTo('PUT /orders/:id'), (answer) => withFields(answer, { message: 'the body is not right' })),
        also: ['CONV-80'],
      },
    },
    'PAS-5': {
      'reports an unknown customer in an array': {
        ...shows(422, callsTo('GET /customers/:id'), (answer) =>
          withFields(answer, { message: ['Customer not found'] }),
        ),
        also: ['ERR-6', 'CUST-6'],
      },
    },
    'PAS-6': {
      'reports an unknown order in an object': {
        ...shows(404, callsTo('GET /orders/external/:externalId'), (answer) =>
          withFields(answer, { message: { text: 'Order not found' } }),
        ),
        also: ['ORD-23'],
      },
    },
    'PAS-7': {
      'shows the status of an internal error as a string': {
        ...shows(
          500,
          () => true,
          (answer) => withFields(answer, { statusCode: '500' }),
        ),
        also: ['ERR-10'],
      },
    },
    'PAS-8': {
      'refuses deletions at the edge in JSON': {
        wrap: (handle) => async (call) => {
          const answer = await handle(call);
          return answer.status === 403 && call.method === 'DELETE'
            ? { status: 403, body: { message: 'Forbidden' } }
            : answer;
        },
      },
    },
    'PAS-9': {
      'shows the start of validity with an offset': {
        ...couponShows({ startDate: '2026-01-01T00:00:00+00:00' }),
        also: ['PAS-13', 'COUP-5'],
      },
      'shows dates in lists without a zone': {
        ...shows(
          200,
          ({ method }) => method === 'GET',
          (answer) =>
            isObject(answer.body) && isList(answer) && Array.isArray(answer.body.data)
              ? withFields(answer, {
                  data: answer.body.data.map((record) => ({
                    ...record,
                    updatedAt: String(record.updatedAt).slice(0, 19),
                  })),
                })
              : answer,
        ),
        also: ['DATE-12'],
      },
    },
    'PAS-10': {
      'numbers some of its older products in lists': shows(200, callsTo('GET /products'), (answer) =>
        isObject(answer.body) && Array.isArray(answer.body.data)
          ? withFields(answer, {
              data: answer.body.data.map((record) =>
                /^seed-product-\d*1$/.test(record.externalId) ? { ...record, id: '1' } : record,
              ),
            })
          : answer,
      ),
    },
    'PAS-11': {
      'shows totals as strings': {
        ...shows(200, callsTo('GET /customers'), (answer) =>
          isObject(answer.body) && isObject(answer.body.pagination)
            ? withFields(answer, {
                pagination: { ...answer.body.pagination, totalPages: String(answer.body.pagination.totalPages) },
              })
            : answer,
        ),
        also: ['PAG-14'],
      },
      'lists stores without an envelope': {
        ...shows(200, callsTo('GET /stores'), ({ status, body }) => ({
          status,
          body: isObject(body) ? body.data : body,
        })),
        also: ['PAG-16', 'PAG-22', 'PAG-28', 'PAG-29', 'PAG-30', 'PAG-31', 'DATE-18', 'DATE-25'],
      },
    },
    'PAS-12': {
      'adds a record to every page of users': {
        ...shows(200, callsTo('GET /users'), (answer) =>
          isObject(answer.body) && Array.isArray(answer.body.data) && answer.body.data.length > 0
            ? withFields(answer, { data: [...answer.body.data, answer.body.data[0]] })
            : answer,
        ),
        also: ['PAG-19'],
      },
    },
    'PAS-19': { "leaves out a coupon customer's e-mail": customerShows({ email: undefined }) },
    'PAS-14': {
      "shows a coupon customer's phone as a number": { ...customerShows({ phone: 5511999999999 }), also: ['PAS-19'] },
      "numbers a coupon's customer": customerShows({ id: '4711' }),
    },
    'PAS-15': {
      'notifies by PUT': { policy: { webhooks: { method: 'PUT' } }, also: ['DLV-2'] },
      'notifies as a form': {
        policy: { webhooks: { contentType: 'application/x-www-form-urlencoded' } },
        also: ['DLV-2'],
      },
    },
    'PAS-16': {
      'notifies without the company': {
        ...otherPayload(() => ({ companyId: undefined })),
        also: ['DLV-5', 'DLV-6', 'DLV-17'],
      },
      "notifies with the coupon's code as its id": {
        ...otherPayload(({ code }) => ({ id: code })),
        also: ['DLV-3', 'DLV-17', 'PAS-25'],
      },
    },
    'PAS-17': {
      'notifies with the value': { ...otherPayload(() => ({ amount: 10 })), also: ['DLV-7'] },
      'notifies with the whole coupon within': otherPayload(() => ({ coupon: { expiryDate: '2100-01-01T00:00:00Z' } })),
    },
    'PAS-18': {
      'has an internal error for every customer that it does not know': shows(
        422,
        callsTo('GET /customers/:id'),
        () => internalError,
      ),
      'has an internal error for every call without the second header': {
        policy: { edge: { refusal: { status: 500 } } },
        also: ['PAS-7'],
      },
      'has an internal error for every coupon whose JSON is malformed': shows(
        400,
        callsTo('POST /coupons', isMalformed),
        () => internalError,
      ),
      'has an internal error for every change of a customer without Content-Type': shows(
        400,
        callsTo('PUT /customers/:id', isUntyped),
        () => internalError,
      ),
      'has an internal error for every change of a store': shows(200, callsTo('PUT /stores/:id'), () => internalError),
    },
  }),
  ...[
    { isValid: 'true' },
    { minPurchaseValue: '10' },
    { acumulative: undefined, accumulative: false },
    { type: 'percentage' },
    { amount: '10' },
    { used: 0 },
  ].map(
    (fields): Defect => ({
      rule: 'PAS-13',
      text: `shows coupons with ${Object.keys(fields).join(' and ')} other than documented`,
      ...couponShows(fields),
      also: ['COUP-2', 'COUP-5', 'FLOW-20', ...('minPurchaseValue' in fields ? (['PAS-19'] as const) : [])],
    }),
  ),
];
