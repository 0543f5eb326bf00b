const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };
/** -1 means unknown. */
const size = { type: 'integer', minimum: -1 };
const milliseconds = { type: 'number', minimum: 0 };
const known = { type: 'number', minimum: -1 };

/** An object with these fields, and custom fields that begin with `_`. */
const shape = (required: Record<string, object>, optional: Record<string, object> = {}) => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional, comment: text },
  patternProperties: { '^_': {} },
  additionalProperties: false,
});

const listOf = (items: object) => ({ type: 'array', items });
const named = shape({ name: text, value: text });

const cookie = shape(
  { name: text, value: text },
  { path: text, domain: text, expires: text, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);

const request = shape(
  {
    method: text,
    url: text,
    httpVersion: text,
    cookies: listOf(cookie),
    headers: listOf(named),
    queryString: listOf(named),
    headersSize: size,
    bodySize: size,
  },
  { postData: shape({ mimeType: text, text }) },
);

const response = shape({
  status: count,
  statusText: text,
  httpVersion: text,
  cookies: listOf(cookie),
  headers: listOf(named),
  content: shape({ size: count, mimeType: text }, { text, encoding: text, compression: { type: 'integer' } }),
  redirectURL: text,
  headersSize: size,
  bodySize: size,
});

const entry = shape(
  {
    startedDateTime: { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d+Z$' },
    time: milliseconds,
    request,
    response,
    cache: shape({}),
    timings: shape(
      { send: milliseconds, wait: milliseconds, receive: milliseconds },
      { blocked: known, dns: known, connect: known, ssl: known },
    ),
  },
  { pageref: text, serverIPAddress: text, connection: text },
);

/** The schema of HTTP Archive 1.2, for a log without pages. */
export const harSchema = shape({
  log: shape({ version: { const: '1.2' }, creator: shape({ name: text, version: text }), entries: listOf(entry) }),
});
