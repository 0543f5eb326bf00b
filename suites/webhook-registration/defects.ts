import type { JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import { isolationPolicy } from '../../platform/policy/identity.ts';
import type { WebhookTarget } from '../../platform/policy/webhooks.ts';
import {
  answersOtherwise,
  callsTo,
  type Fits,
  forgetsDeletion,
  readsBodyOtherwise,
  readsOtherwise,
  sentFields,
  withBody,
  withFields,
} from '../broken-handling.ts';
import { isMalformed, isUntyped, typed, warnsOf } from '../conventions/defects.ts';
import { type Defect, defectsOf, type PlatformChange } from '../defect.ts';
import { copying } from './broken-dispatch.ts';

const isPost = callsTo('POST /webhooks');
const isPut = callsTo('PUT /webhooks/:id');
const isDelete = callsTo('DELETE /webhooks/:id');

const hasUnknownField: Fits = (call) => 'seloUnknownField' in sentFields(call);
const unknownField = { status: 400, body: { message: ['seloUnknownField is not allowed'] } };

/** Changes the bodies of matching requests, which may depend on what the company registered first. */
const rememberingTheFirst =
  (fits: Fits, change: (sent: JsonObject, first: JsonObject) => JsonObject): Wrap =>
  (handle) => {
    const firsts = new Map<string, JsonObject>();
    return (call) => {
      const credential = call.headers.authorization ?? '';
      const first = firsts.get(credential) ?? sentFields(call);
      if (isPost(call)) firsts.set(credential, first);
      return handle(fits(call) ? withBody(call, (sent) => change(sent, first)) : call);
    };
  };

const keepsUrl = (sent: JsonObject, { targetUrl }: JsonObject): JsonObject => ({
  ...sent,
  ...('targetUrl' in sent ? { targetUrl } : {}),
});
const keepsBearer = (sent: JsonObject, { bearerToken }: JsonObject): JsonObject => ({ ...sent, bearerToken });

type Mix = (current: WebhookTarget, former: WebhookTarget) => WebhookTarget;

/** Lets an attempt that is repeated have a part of the registration before the last change. */
const mixing = (mix: Mix): PlatformChange => ({
  policy: {
    webhooks: {
      target: ({ current, former, attempt }) => (current && former && attempt > 1 ? mix(current, former) : current),
    },
  },
});

export const webhookRegistrationDefects: readonly Defect[] = [
  ...defectsOf({
    'HOOK-1': {
      'answers a registration with 201': {
        wrap: answersOtherwise(isPost, (answer) => (answer.status === 200 ? { ...answer, status: 201 } : answer)),
        also: ['HOOK-7', 'PAS-1'],
      },
      'goes on notifying the first URL that a company registered': {
        wrap: rememberingTheFirst(isPost, keepsUrl),
        also: ['HOOK-7'],
      },
    },
    'HOOK-2': {
      'answers a changed URL with 200 and keeps the old one': {
        wrap: rememberingTheFirst(isPut, keepsUrl),
        also: ['HOOK-7', 'HOOK-17'],
      },
      'notifies the old URL as well as the one that a PUT has set': {
        ...copying(({ former }) => former),
        also: ['HOOK-7', 'PAS-22'],
      },
    },
    'HOOK-3': {
      'keeps the bearer token that was registered first': {
        wrap: rememberingTheFirst(isPut, keepsBearer),
        also: ['HOOK-17'],
      },
    },
    'HOOK-17': {
      'sends a retry to the new URL with the old bearer token': mixing((current, { bearerToken }) => ({
        ...current,
        bearerToken,
      })),
      'sends a retry to the old URL with the new bearer token': mixing((current, { url }) => ({ ...current, url })),
    },
    'HOOK-4': {
      'sends an empty bearer token when none was registered': {
        policy: { webhooks: { authorization: ({ bearerToken = '' }) => `Bearer ${bearerToken}` } },
      },
      'sends nothing to a company that registered no bearer token': {
        policy: { webhooks: { target: ({ current }) => (current?.bearerToken === undefined ? undefined : current) } },
      },
      'keeps the bearer token of an earlier registration when a new one has none': {
        wrap: rememberingTheFirst(isPost, keepsBearer),
      },
    },
    'HOOK-5': {
      'goes on notifying a registration that was deleted': {
        policy: { webhooks: { target: ({ current, former }) => current ?? former } },
      },
      'answers the deletion of a registration without result': {
        wrap: answersOtherwise(isDelete, (answer) => (answer.status === 200 ? { ...answer, body: {} } : answer)),
        also: ['PAS-2'],
      },
      'deletes no registration': {
        // reads the configuration instead, so that the credentials are checked
        wrap: (handle) => async (call) => {
          if (!isDelete(call)) return handle(call);
          const asked = await handle({ ...call, method: 'GET', path: '/coupons-config', segments: ['coupons-config'] });
          return asked.status === 200 ? { status: 200, body: { result: true } } : asked;
        },
        also: ['HOOK-10', 'HOOK-11', 'HOOK-16'],
      },
    },
    'HOOK-6': { 'keeps both registrations of a company that registers twice': copying(({ urls }) => urls.at(-2)) },
    'HOOK-7': {
      'refuses an unknown field in a changed registration': {
        wrap: answersOtherwise(callsTo('PUT /webhooks/:id', hasUnknownField), () => unknownField),
      },
      'refuses an unknown field in a new registration': {
        wrap: answersOtherwise(callsTo('POST /webhooks', hasUnknownField), () => unknownField),
      },
    },
    'HOOK-8': {
      'takes a registration without an event for one of coupon_create': {
        wrap: readsBodyOtherwise(isPost, (fields) => ({ event: 'coupon_create', ...fields })),
      },
      'says in a text what a registration lacks': {
        wrap: answersOtherwise(isPost, (answer) =>
          answer.status === 400 ? withFields(answer, { message: 'a field is missing' }) : answer,
        ),
        also: ['HOOK-15', 'PAS-4', 'ERR-15'],
      },
    },
    'HOOK-9': {
      'answers 422 for an unknown registration that is to be changed': {
        policy: { errors: { missingRecord: { 'PUT /webhooks/:id': { status: 422 } } } },
        also: ['HOOK-11'],
      },
      'answers in English that a registration to be changed is unknown': {
        policy: { errors: { missingRecord: { 'PUT /webhooks/:id': { message: 'Webhook not found' } } } },
        also: ['HOOK-11'],
      },
    },
    'HOOK-10': {
      'answers 200 when an unknown registration is deleted': {
        wrap: answersOtherwise(isDelete, (answer) =>
          answer.status === 404 ? { status: 200, body: { result: true } } : answer,
        ),
        also: ['HOOK-16'],
      },
      'answers in English that a registration to be deleted is unknown': {
        policy: { errors: { missingRecord: { 'DELETE /webhooks/:id': { message: 'Webhook not found' } } } },
      },
    },
    'HOOK-11': {
      'goes on changing a registration that was deleted': {
        wrap: forgetsDeletion(isDelete, isPut, {}),
        also: ['HOOK-15', 'HOOK-2', 'HOOK-13', 'HOOK-14', 'HOOK-7'],
      },
    },
    'HOOK-16': {
      'deletes the same registration twice': { wrap: forgetsDeletion(isDelete, isDelete, { result: true }) },
    },
    'HOOK-12': {
      "also notifies another company's URL": {
        ...copying((own, all) => (own === all[1] ? all[0]?.urls.at(-1) : undefined)),
        also: ['ISO-33', 'PAS-23', 'PAS-24'],
      },
    },
    'HOOK-13': {
      "lets one company change another's registration": {
        policy: {
          isolation: { mayReach: (facts) => facts.route === 'PUT /webhooks/:id' || isolationPolicy.mayReach(facts) },
        },
      },
      "lets one company delete another's registration": {
        policy: {
          isolation: { mayReach: (facts) => facts.route === 'DELETE /webhooks/:id' || isolationPolicy.mayReach(facts) },
        },
      },
    },
    'HOOK-14': {
      'answers 200 to a changed registration whose JSON is malformed': {
        wrap: answersOtherwise(callsTo('PUT /webhooks/:id', isMalformed), (answer) =>
          answer.status === 400 ? { status: 200, body: {} } : answer,
        ),
      },
      'answers 422 to a new registration whose JSON is malformed': {
        wrap: answersOtherwise(callsTo('POST /webhooks', isMalformed), (answer) =>
          answer.status === 400 ? { ...answer, status: 422 } : answer,
        ),
        also: ['PAS-5'],
      },
    },
    'HOOK-15': {
      'reads the body of a changed registration without Content-Type': {
        wrap: readsOtherwise(callsTo('PUT /webhooks/:id', isUntyped), typed),
      },
      'answers 200 to a changed registration without Content-Type': {
        wrap: answersOtherwise(callsTo('PUT /webhooks/:id', isUntyped), (answer) =>
          answer.status === 400 ? { status: 200, body: {} } : answer,
        ),
      },
      'reads the body of a new registration without Content-Type': {
        also: ['ERR-15'],
        wrap: readsOtherwise(callsTo('POST /webhooks', isUntyped), typed),
      },
    },
  }),
  ...(['POST /webhooks', 'PUT /webhooks/:id'] as const).map(
    (route): Defect => ({
      rule: 'HOOK-7',
      text: `warns of an unknown field on ${route}`,
      wrap: warnsOf(route, 'seloUnknownField', { warnings: ['seloUnknownField was ignored'] }),
    }),
  ),
];
