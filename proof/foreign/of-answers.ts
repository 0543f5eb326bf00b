import { isUuid } from '../../core/forms.ts';
import { isObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer } from '../../platform/http/call.ts';
import {
  escapedJson,
  jsonWithDecimals,
  mapObjects,
  reversedFields,
  rewriting,
  withIdsInCapitals,
  writingJson,
} from '../variants/rewriting.ts';
import { withPayload } from './of-deliveries.ts';
import type { Choice } from './way.ts';

const isHtml = ({ body, headers }: Answer): boolean =>
  typeof body === 'string' && (headers?.['content-type'] ?? '').includes('html');

/** Rewrites the answers to writes that succeeded, except those of registrations, whose id is needed. */
const writesAnswer = (write: (body: unknown) => unknown): Wrap =>
  rewriting((answer, { method, segments }) =>
    (method === 'POST' || method === 'PUT') && answer.status === 200 && segments[0] !== 'webhooks'
      ? { ...answer, body: write(answer.body) }
      : answer,
  );

const idOf = (body: unknown): object => (isObject(body) && 'id' in body ? { id: body.id } : {});

export const ofAnswers: readonly Choice[] = [
  {
    name: 'answers to writes',
    open: 'S039: they may repeat the body, and nothing says that they show more fields',
    ways: {
      echo: { choices: { answers: { writes: 'echo', writesCarryId: false } } },
      'echo and id': { choices: { answers: { writes: 'echo', writesCarryId: true } } },
      stored: { choices: { answers: { writes: 'stored', writesCarryId: true } } },
      'empty object': { choices: { answers: { writes: 'empty-object', writesCarryId: false } } },
      'id alone': { choices: { answers: { writes: 'stored', writesCarryId: true } }, around: writesAnswer(idOf) },
      'ok and a message': { around: writesAnswer(() => ({ success: true, message: 'Operação realizada', code: 200 })) },
      'an envelope': { around: writesAnswer((body) => ({ data: body, meta: { took: 3 } })) },
    },
  },
  {
    name: 'id of a registration',
    open: 'S146, S138: the answer to POST /webhooks is not shown; the profile says where the id stands',
    ways: {
      plain: {},
      inside: {
        around: rewriting((answer, { method, path }) =>
          method === 'POST' && path === '/webhooks' && answer.status === 200
            ? { ...answer, body: { data: { webhook: answer.body } } }
            : answer,
        ),
        profile: (profile) => ({
          ...profile,
          resources: {
            ...profile.resources,
            webhooks: profile.resources.webhooks && { ...profile.resources.webhooks, idPointer: '/data/webhook/id' },
          },
        }),
      },
    },
  },
  {
    name: 'JSON',
    open: 'S005: JSON over HTTP is all that is said of the form of an answer; S038: numbers are JSON numbers',
    ways: {
      plain: {},
      indented: { inFront: writingJson((body) => `\n${JSON.stringify(body, null, 2)}\n`) },
      reversed: {
        inFront: writingJson((body) => JSON.stringify(mapObjects(body, reversedFields))),
      },
      escaped: { inFront: writingJson(escapedJson) },
      'numbers with decimals': { inFront: writingJson(jsonWithDecimals) },
      'capital type': { inFront: writingJson(JSON.stringify, 'Application/JSON;Charset="UTF-8"') },
      'problem type for errors': {
        inFront: rewriting((answer) =>
          answer.status >= 400 && isObject(answer.body)
            ? { ...answer, headers: { ...answer.headers, 'content-type': 'application/problem+json' } }
            : answer,
        ),
      },
    },
  },
  {
    name: 'letters of ids',
    open: 'S034: the document does not state the letters and the version of a UUID',
    ways: {
      'version 4': {},
      'version 7': { choices: { ids: { uuidVersion: 7 } } },
      capitals: {
        ...withPayload((payload) =>
          Object.fromEntries(
            Object.entries(payload).map(([name, value]) => [
              name,
              name !== 'code' && isUuid(value) ? value.toUpperCase() : value,
            ]),
          ),
        ),
        around: withIdsInCapitals,
      },
    },
  },
  {
    name: 'headers of answers',
    open: 'S005: nothing is said of them',
    ways: {
      few: {},
      many: {
        inFront: rewriting((answer) =>
          isHtml(answer)
            ? answer
            : {
                ...answer,
                headers: {
                  via: '1.1 gw',
                  'x-request-id': '7',
                  'set-cookie': '__cf_bm=1; HttpOnly',
                  etag: 'W/"1"',
                  'x-ratelimit-remaining': '17',
                  'retry-after': '0',
                  vary: 'accept-encoding',
                  ...answer.headers,
                },
              },
        ),
      },
    },
  },
  {
    name: 'deletions',
    open: 'S095: they answer result true; the document does not say that there is nothing else',
    ways: {
      'result alone': {},
      'more than the result': {
        around: rewriting((answer, { method, segments }) =>
          method === 'DELETE' && answer.status === 200 && segments[0] !== 'users' && isObject(answer.body)
            ? { ...answer, body: { ...answer.body, affected: 1, message: 'removido' } }
            : answer,
        ),
      },
    },
  },
];
