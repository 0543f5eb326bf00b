import { routesThat } from '../../core/routes.ts';
import {
  answersOtherwise,
  callsTo,
  readsBodyOtherwise,
  readsOtherwise,
  sentFields,
  withFields,
} from '../broken-handling.ts';
import { isMalformed, isUntyped } from '../conventions/defects.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { creations, updates } from '../route-table.ts';

/** CONV-71 to CONV-84: the response to a body without `Content-Type` also has an array. */
const untyped = [...creations, ...updates].map((_, index): Defect['rule'] => `CONV-${71 + index}`);

const statuses = ['completed', 'on-hold', 'canceled', 'processing'];

/** One route returns an array as the `message` of this status. */
const listsMessage = (route: string, status: number): PlatformChange => ({
  wrap: answersOtherwise(callsTo(route), (answer) =>
    answer.status === status ? withFields(answer, { message: ['not a text'] }) : answer,
  ),
});

export const errorsDefects: readonly Defect[] = [
  ...defectsOf({
    'ERR-1': {
      'reports missing fields in one string': {
        policy: { errors: { validation: (problems) => ({ status: 400, message: problems.join(', ') }) } },
        also: ['ERR-14', 'ERR-15', 'ERR-3', 'PAS-4', ...untyped, 'HOOK-8', 'HOOK-15'],
      },
      'reports missing fields in an empty array': {
        policy: { errors: { validation: () => ({ status: 400, message: [] }) } },
        also: ['ERR-14', 'ERR-15', 'ERR-2', 'ERR-3', ...untyped.slice(0, creations.length), 'HOOK-8', 'HOOK-15'],
      },
      'registers a coupon without an amount': {
        wrap: readsBodyOtherwise(
          callsTo('POST /coupons', (call) => sentFields(call).phone !== undefined),
          (sent) => ({ amount: 0, ...sent }),
        ),
        also: ['COUP-12'],
      },
    },
    'ERR-2': {
      'names only the last of the missing fields': {
        policy: { errors: { validation: (problems) => ({ status: 400, message: problems.slice(-1) }) } },
        also: ['CONV-76'],
      },
      'reports missing fields without their names': {
        policy: { errors: { validation: () => ({ status: 400, message: ['a field is missing'] }) } },
        also: ['ERR-14', 'ERR-15', 'CONV-76'],
      },
    },
    'ERR-3': {
      'takes any amount that is no number for nothing': {
        wrap: readsBodyOtherwise(
          callsTo('POST /coupons', (call) => !['number', 'undefined'].includes(typeof sentFields(call).amount)),
          (sent) => ({ ...sent, amount: 0 }),
        ),
      },
    },
    'ERR-4': {
      'reports malformed JSON in one string': {
        policy: { errors: { malformedJson: (text) => ({ status: 400, message: text }) } },
        also: ['ERR-11', 'PAS-4'],
      },
    },
    'ERR-11': {
      'takes the first object of a list for the body': {
        wrap: readsOtherwise(
          ({ body }) => body.startsWith('['),
          (call) => ({ ...call, body: call.body.slice(1, -1) }),
        ),
      },
      'lets anything pass that is JSON': {
        wrap: answersOtherwise(
          ({ body }) => body === 'null',
          (answer) => ({ ...answer, status: 200, body: {} }),
        ),
      },
    },
    'ERR-5': {
      'reports an unknown user in an array': { ...listsMessage('GET /users/:id', 404), also: ['PAS-6', 'USER-3'] },
    },
    'ERR-6': {
      'reports an unknown e-mail of a user in an array': {
        ...listsMessage('GET /users/email/:email', 422),
        also: ['PAS-5', 'USER-4'],
      },
    },
    'ERR-7': {
      'reports only the first of the business rules that are broken': {
        policy: { errors: { rules: ([first]) => ({ status: 422, message: first?.message ?? '' }) } },
      },
      'joins broken business rules by semicolons': {
        policy: {
          errors: { rules: (broken) => ({ status: 422, message: broken.map(({ message }) => message).join('; ') }) },
        },
      },
    },
    'ERR-8': {
      'checks business rules before fields': {
        policy: { errors: { first: ({ validation, rule }) => rule ?? validation } },
        also: ['ERR-13', 'ERR-9'],
      },
      'looks for a coupon to update before it reads the body': {
        wrap: (handle) => async (call) => {
          if (!callsTo('PUT /coupons/:id')(call)) return handle(call);
          const { status } = await handle({ ...call, method: 'GET', body: '' });
          return status === 404 ? { status: 422, body: { message: 'Coupon not found' } } : handle(call);
        },
      },
      'answers an unknown code with 422 before it reads the body': {
        wrap: (handle) => async (call) => {
          if (!callsTo('PUT /coupons/code/:code')(call)) return handle(call);
          const { status } = await handle({ ...call, method: 'GET', body: '' });
          return status === 404 ? { status: 422, body: { message: 'Coupon not found' } } : handle(call);
        },
      },
    },
    'ERR-9': {
      "checks an order's status before its other fields": {
        wrap: answersOtherwise(
          callsTo('POST /orders', (call) => !statuses.includes(String(sentFields(call).status ?? 'on-hold'))),
          () => ({ status: 422, body: { message: 'Invalid status' } }),
        ),
        also: ['ERR-12'],
      },
    },
    'ERR-10': {
      'reports an internal error without its status': {
        wrap: answersOtherwise(
          ({ path }) => path === '/internal-error',
          (answer) => (answer.status === 500 ? { ...answer, body: { message: 'Internal server error' } } : answer),
        ),
        also: ['PAS-7'],
      },
      'reports an internal error with a message of its own': {
        policy: { errors: { internal: { body: { statusCode: 500, message: 'boom' } } } },
        also: ['PAS-7'],
      },
    },
  }),
  ...(['POST /orders', 'PUT /orders/:id'] as const).map(
    (route): Defect => ({
      rule: 'ERR-12',
      text: `looks for a wrong status in the text of ${route} before it reads it`,
      wrap: answersOtherwise(
        callsTo(route, (call) => (isMalformed(call) || isUntyped(call)) && call.body.includes('"paid"')),
        () => ({ status: 422, body: { message: 'Invalid status' } }),
      ),
    }),
  ),
  ...routesThat('lists').map(
    (route): Defect => ({
      rule: 'ERR-13',
      text: `looks for \`after\` before it looks at the page on ${route}`,
      wrap: answersOtherwise(
        callsTo(route, (call) => !call.query.has('after')),
        () => ({ status: 422, body: { message: 'Invalid after date' } }),
      ),
    }),
  ),
  ...[{ rule: 'ERR-14', route: 'POST /orders' } as const, { rule: 'ERR-15', route: 'POST /webhooks' } as const].map(
    ({ rule, route }): Defect => ({
      rule,
      text: `lists no names where a body of ${route} has no Content-Type`,
      wrap: answersOtherwise(callsTo(route, isUntyped), (answer) =>
        answer.status === 400 ? withFields(answer, { message: ['the body is empty'] }) : answer,
      ),
    }),
  ),
];
