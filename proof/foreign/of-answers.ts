import type { Answer } from '../../platform/http/call.ts';
import { isObject, mapObjects, rewriting, writingJson } from '../variants/rewriting.ts';
import { withPayload } from './of-deliveries.ts';
import type { Around, Choice } from './way.ts';

const isHtml = ({ body, headers }: Answer): boolean =>
  typeof body === 'string' && (headers?.['content-type'] ?? '').includes('html');
/** What a write that succeeded answers; a registration's id stays where it was. */
const writesAnswer = (write: (body: unknown) => unknown): Around =>
  rewriting((answer, { method, segments }) =>
    (method === 'POST' || method === 'PUT') && answer.status === 200 && segments[0] !== 'webhooks'
      ? { ...answer, body: write(answer.body) }
      : answer,
  );
const idOf = (body: unknown): object => (isObject(body) && 'id' in body ? { id: body.id } : {});

const escaped = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

const withDecimals = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g, (token) =>
    /^-?\d+$/.test(token) ? `${token}.0` : token,
  );

const isUuid = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);

/** How answers are written. */
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
        inFront: writingJson((body) =>
          JSON.stringify(mapObjects(body, (object) => Object.fromEntries(Object.entries(object).toReversed()))),
        ),
      },
      escaped: { inFront: writingJson((body) => escaped(JSON.stringify(body))) },
      'numbers with decimals': { inFront: writingJson(withDecimals) },
      'capital type': { inFront: writingJson((body) => JSON.stringify(body), 'Application/JSON;Charset="UTF-8"') },
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
        around: (handle) => async (call) => {
          // an id stands at the end of a path of two, or after what names its kind
          const isById = call.segments.length === 2 || call.segments[1] === 'order';
          const segments = call.segments.map((segment) =>
            isById && isUuid(segment) ? segment.toLowerCase() : segment,
          );
          const answer = await handle({ ...call, segments });
          const body = mapObjects(answer.body, (object) =>
            isUuid(object.id) ? { ...object, id: object.id.toUpperCase() } : object,
          );
          return { ...answer, body };
        },
        profile: (profile) => ({
          ...profile,
          companies: profile.companies.map(({ users = {}, ...company }) => ({
            ...company,
            users: {
              ...(users.known ? { known: { ...users.known, id: users.known.id.toUpperCase() } } : {}),
              disposable: (users.disposable ?? []).map((user) => ({ ...user, id: user.id.toUpperCase() })),
            },
          })),
        }),
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
                  ...{ via: '1.1 gw', 'x-request-id': '7', 'set-cookie': '__cf_bm=1; HttpOnly', etag: 'W/"1"' },
                  ...{ 'x-ratelimit-remaining': '17', 'retry-after': '0', vary: 'accept-encoding' },
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
