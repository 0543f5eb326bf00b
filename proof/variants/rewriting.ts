import { createHash } from 'node:crypto';
import { isUuid } from '../../core/forms.ts';
import { isObject, type JsonObject } from '../../core/json.ts';
import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';

/** A platform whose answers are rewritten on their way out. */
export const rewriting =
  (rewrite: (answer: Answer, call: Call) => Answer): Wrap =>
  (handle) =>
  async (call) =>
    rewrite(await handle(call), call);

/** A platform that writes its JSON in another way. Errors of the edge are HTML and stay as they are. */
export const writingJson = (write: (body: unknown) => string, contentType = 'application/json'): Wrap =>
  rewriting((answer) =>
    answer.body === undefined || typeof answer.body === 'string'
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-type': contentType }, body: write(answer.body) },
  );

/** JSON with every character outside of ASCII as an escape. */
export const escapedJson = (body: unknown): string =>
  JSON.stringify(body).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** JSON whose whole numbers have a decimal point. The pattern matches strings first, so that they stay as they are. */
export const jsonWithDecimals = (body: unknown): string =>
  JSON.stringify(body).replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]\d+)?/g, (token) =>
    /^-?\d+$/.test(token) ? `${token}.0` : token,
  );

/** The value with every object in it rewritten, the inner ones first. */
export const mapObjects = (value: unknown, map: (object: JsonObject) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map));
  if (!isObject(value)) return value;
  return map(Object.fromEntries(Object.entries(value).map(([key, content]) => [key, mapObjects(content, map)])));
};

export const reversedFields = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).toReversed());

/** (11) 98765-4321 of +5511987654321. */
export const inNationalForm = (phone: string): string =>
  phone.replaceAll(/\D/g, '').replace(/^55(\d{2})(\d+)(\d{4})$/, '($1) $2-$3');

const isRead = ({ method }: Call, { status }: Answer): boolean => method === 'GET' && status === 200;

/** A platform that shows records otherwise in the chosen lookups and lists. */
export const showingRecords = (
  isChosen: (call: Call) => boolean,
  rewrite: (record: JsonObject, call: Call) => JsonObject,
): Wrap =>
  rewriting((answer, call) => {
    const { body } = answer;
    if (!isRead(call, answer) || !isChosen(call) || !isObject(body)) return answer;
    if (!Array.isArray(body.data)) return { ...answer, body: rewrite(body, call) };
    const data = body.data.map((record) => (isObject(record) ? rewrite(record, call) : record));
    return { ...answer, body: { ...body, data } };
  });

/** A platform that shows every object that it reads otherwise, at any depth. */
export const showingObjects = (rewrite: (object: JsonObject) => unknown): Wrap =>
  rewriting((answer, call) => (isRead(call, answer) ? { ...answer, body: mapObjects(answer.body, rewrite) } : answer));

/** A platform that shows phones in another form. */
export const showingPhones = (write: (phone: string) => string): Wrap =>
  showingObjects((object) =>
    typeof object.phone === 'string' && object.phone !== '' ? { ...object, phone: write(object.phone) } : object,
  );

/** A platform that writes its ids in capitals, and accepts them so. */
export const withIdsInCapitals: Wrap = (handle) => async (call) => {
  // an id is the last of two segments, or follows the name of its kind
  const isById = call.segments.length === 2 || call.segments[1] === 'order';
  const segments = call.segments.map((segment) => (isById && isUuid(segment) ? segment.toLowerCase() : segment));
  const answer = await handle({ ...call, segments });
  const body = mapObjects(answer.body, (object) =>
    isUuid(object.id) ? { ...object, id: object.id.toUpperCase() } : object,
  );
  return { ...answer, body };
};

/** A platform that shows the records of a page in another order each time. */
export const shufflingPages: Wrap = (handle, runtime) => {
  let turn = 0;
  return rewriting((answer) => {
    const { body } = answer;
    if (!isObject(body) || !Array.isArray(body.data)) return answer;
    turn += 1;
    const ranked = body.data.map((record: unknown) => ({
      record,
      rank: createHash('md5')
        .update(`${turn} ${JSON.stringify(record)}`)
        .digest('hex'),
    }));
    const data = ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1)).map(({ record }) => record);
    return { ...answer, body: { ...body, data } };
  })(handle, runtime);
};

/** A platform whose lists have fields besides the pagination and the data. */
export const withEnvelopeFields: Wrap = rewriting((answer, { path }) => {
  const { body } = answer;
  if (!isObject(body) || !isObject(body.pagination)) return answer;
  const pagination = { ...body.pagination, hasNext: false, cursor: null, links: [] };
  return { ...answer, body: { success: true, links: { self: path }, meta: [], ...body, pagination } };
});

/** A platform that answers 429 to more calls in a second. */
export const limitedTo =
  (callsPerSecond: number): Wrap =>
  (handle, { now }) => {
    let second = 0;
    let calls = 0;
    return (call) => {
      const current = Math.floor(now() / 1000);
      calls = current === second ? calls + 1 : 1;
      second = current;
      return calls > callsPerSecond
        ? { status: 429, headers: { 'retry-after': '1' }, body: 'slow down' }
        : handle(call);
    };
  };

/** A platform that refuses a wrong token with this answer. */
export const refusingTokensWith = (refusal: Answer): Wrap =>
  rewriting((answer) => {
    const { status, body } = answer;
    const isRefusal = status === 401 && isObject(body) && body.message === 'No company has this access token';
    return isRefusal ? refusal : answer;
  });

/** A platform that rewrites the list in the message of a 400; the text for an unknown user is documented. */
export const rewritingEntries = (rewrite: (entries: readonly unknown[]) => unknown[]): Wrap =>
  rewriting((answer, { segments }) =>
    segments[0] !== 'users' && answer.status === 400 && isObject(answer.body) && Array.isArray(answer.body.message)
      ? { ...answer, body: { ...answer.body, message: rewrite(answer.body.message) } }
      : answer,
  );
