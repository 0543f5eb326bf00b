import { randomUUID } from 'node:crypto';
import { isObject } from '../../core/json.ts';
import { gateway } from './gateway.ts';
import {
  escapedJson,
  jsonWithDecimals,
  mapObjects,
  reversedFields,
  rewriting,
  withIdsInCapitals,
  writingJson,
} from './rewriting.ts';
import { leftOpen, type Variant } from './variant.ts';

const writes = 'What a POST or PUT answers may be what it was sent: only a later read says what is stored';
const conventions = 'Resources and their fields › Common conventions';
const overHttp = 'JSON over HTTP is all that is said of the form of an answer';
const whatItDoes = 'What the service does';

export const answers: readonly Variant[] = [
  {
    name: 'writes-answer-stored',
    text: 'answers a write with the stored record, its id included',
    open: writes,
    source: conventions,
    options: { choices: { answers: { writes: 'stored', writesCarryId: true } } },
  },
  {
    name: 'writes-answer-empty',
    text: 'answers a write with an empty object',
    open: 'A write may answer with what it was sent, and nothing says that it answers more',
    source: conventions,
    options: { choices: { answers: { writes: 'empty-object' } } },
  },
  {
    name: 'writes-answer-id',
    text: 'answers a write with what was sent, and with the id',
    open: writes,
    source: conventions,
    options: { choices: { answers: { writes: 'echo', writesCarryId: true } } },
  },
  ...leftOpen(overHttp, whatItDoes, [
    {
      name: 'headers-title-case',
      text: 'writes the names of headers with capitals',
      options: { choices: { answers: { headerCasing: 'title' } } },
      onTheWire: true,
    },
    {
      name: 'bodies-chunked',
      text: 'sends its answers in chunks',
      options: { choices: { answers: { framing: 'chunked' } } },
      onTheWire: true,
    },
    {
      name: 'bodies-gzip',
      text: 'compresses answers for clients that accept gzip',
      options: { choices: { answers: { gzip: true } } },
      // a client without Accept-Encoding accepts any, and a gateway may add the header
      inFront: gateway({ asking: { 'accept-encoding': 'gzip' } }),
    },
    {
      name: 'connections-closed',
      text: 'closes the connection after every answer, and after every webhook',
      options: { choices: { answers: { connection: 'close' }, webhooks: { connection: 'close' } } },
      onTheWire: true,
    },
  ]),
  {
    name: 'answers-late',
    text: 'takes thirty milliseconds for every answer',
    open: 'Nothing is said of the time that an answer takes',
    source: whatItDoes,
    options: { choices: { answers: { delayMs: 30 } } },
  },
  {
    name: 'answers-in-any-order',
    text: 'takes up to fifty milliseconds for an answer, so that later calls overtake earlier ones',
    open: 'Nothing is said of the time that an answer takes',
    source: whatItDoes,
    options: {
      wrap:
        (handle, { setTimer, random }) =>
        async (call) => {
          const dawdle = (): Promise<void> => new Promise((resolve) => setTimer(random() * 25, resolve));
          await dawdle();
          const answer = await handle(call);
          await dawdle();
          return answer;
        },
    },
  },
  {
    name: 'no-further-fields',
    text: 'shows no fields of its own in records, errors and notifications',
    open: 'Which further fields there are is not shown, and neither that there are any',
    source: 'Resources and their fields › Fields not shown',
    options: { choices: { answers: { extraFields: { records: false, errors: false, payloads: false } } } },
  },
  {
    name: 'errors-further-fields',
    text: 'shows time, path and a trace of nested causes with the message of an error',
    open: 'The document does not show what an error carries besides its message',
    source: 'Errors',
    options: {
      wrap: rewriting((answer, { path }) =>
        answer.status >= 400 && answer.status !== 500 && isObject(answer.body)
          ? {
              ...answer,
              body: { timestamp: new Date().toISOString(), path, cause: { message: ['x'], status: 1 }, ...answer.body },
            }
          : answer,
      ),
    },
  },
  ...leftOpen(overHttp, whatItDoes, [
    {
      name: 'json-indented',
      text: 'indents its JSON and ends it with a line break',
      options: { wrap: writingJson((body) => `\n${JSON.stringify(body, null, 4)}\n`) },
    },
    {
      name: 'json-reversed',
      text: 'writes the fields of every object from the last to the first',
      options: { wrap: writingJson((body) => JSON.stringify(mapObjects(body, reversedFields))) },
    },
    {
      name: 'json-escaped',
      text: 'escapes every character outside of ASCII',
      options: { wrap: writingJson(escapedJson) },
    },
  ]),
  {
    name: 'json-decimals',
    text: 'writes whole numbers with a decimal point, as 10.0',
    open: 'Numbers are JSON numbers: how many digits they are written with is not said',
    source: conventions,
    options: { wrap: writingJson(jsonWithDecimals) },
  },
  ...leftOpen(overHttp, whatItDoes, [
    {
      name: 'type-without-charset',
      text: 'names its JSON application/json without a charset',
      options: { wrap: writingJson(JSON.stringify) },
    },
    {
      name: 'type-in-capitals',
      text: 'names its JSON type in mixed case, and its charset in quotes',
      options: { wrap: writingJson((body) => JSON.stringify(body), 'Application/JSON;Charset="UTF-8"') },
    },
    {
      name: 'headers-further',
      text: 'sends headers of a gateway with every answer',
      options: {
        wrap: rewriting((answer) => ({
          ...answer,
          headers: {
            via: '1.1 gateway',
            'x-request-id': randomUUID(),
            'set-cookie': '__cf_bm=1; HttpOnly; Secure',
            'x-ratelimit-remaining': '17',
            'retry-after': '0',
            vary: 'accept-encoding',
            etag: 'W/"1"',
            ...answer.headers,
          },
        })),
      },
    },
  ]),
  {
    name: 'deletions-answer-202',
    text: 'answers 202 to a deletion, and shows more than the result',
    open: 'A deletion answers result true: the document states its status only for users',
    source: 'Endpoints › Response conventions',
    options: {
      wrap: rewriting((answer, { method, segments }) =>
        method === 'DELETE' && answer.status === 200 && segments[0] !== 'users' && isObject(answer.body)
          ? { ...answer, status: 202, body: { ...answer.body, deletedAt: new Date().toISOString(), affected: 1 } }
          : answer,
      ),
    },
  },
  {
    name: 'ids-version-7',
    text: 'assigns UUIDs that follow the time',
    open: 'The document does not state the version of its UUIDs',
    source: conventions,
    options: { choices: { ids: { uuidVersion: 7 } } },
  },
  {
    name: 'ids-in-capitals',
    text: 'writes its UUIDs in capitals',
    open: 'The document does not state the letters of a UUID',
    source: conventions,
    options: {
      policy: {
        webhooks: {
          payload: ({ code, couponId, orderId, companyId }) => ({
            code,
            id: couponId.toUpperCase(),
            orderId: orderId?.toUpperCase() ?? null,
            companyId: companyId.toUpperCase(),
          }),
        },
      },
      wrap: withIdsInCapitals,
    },
  },
];
