import { type Excused, equivalent, open } from '../excuses.ts';
import { optional, puts, writeAnswer } from './reasons.ts';

const furtherFields = 'the document does not say which further fields an answer has';
const wording = 'how a problem is worded is open, except that it names the field';
const undocumented = 'the response to an undocumented method or path is open';
const whichFields = 'which fields are validated, and how, is open';
const profileBody = 'it refuses the bodies that the profile describes: the rules report the refusal';
const idOfWebhook = 'whether the answer to POST /webhooks carries the id is open: the profile may say where it is';
const malformed = 'a body that is malformed is refused as such, whatever is missing from it';
const numbersAsText = 'whether a number may come as a text is open';
const insideMissing = 'the document does not say whether the fields of a missing object are also named';

export const http: readonly Excused[] = [
  ...open('http/answers.ts', [
    [
      "choices.answers.extraFields.errors ? { statusCode: status, error: STATUS_CODES[status] ?? '' } : {}",
      furtherFields,
    ],
    ["{ echo: sent, stored, 'empty-object': {} }", writeAnswer],
    ["choices.answers.writesCarryId || route === 'POST /webhooks'", idOfWebhook],
    ['carriesId ? { ...body, id } : body', idOfWebhook],
  ]),
  ...equivalent('http/api.ts', [
    [
      "route.slice(route.indexOf('/')));\n  for (const route of openRoutes",
      'what stands before the first slash is cut off anyway',
    ],
    ['openRoutes.filter(isServed)', 'the judged targets serve every route', 'openRoutes'],
    [
      'token === undefined ? undefined : companiesByToken.get(token)',
      'no company has undefined for its token',
      'false',
    ],
    [
      "typeof access === 'string'",
      'a header that comes more than once joins to a text, and this one is no list',
      'true',
    ],
  ]),
  ...open('http/api.ts', [
    [
      "choices.requests.lowerCaseBearer === 'accept' ? authorization?.replace(/^bearer /, 'Bearer ') : authorization",
      'whether bearer in lower case is taken is open',
    ],
    ["'No company has this access token'", 'what is said of a wrong token is open'],
    ["call.method === 'HEAD' ? 'GET' : call.method", undocumented, 'false', '""'],
    ['match !== undefined', undocumented, 'true'],
    [
      `if (call.method === 'OPTIONS' && methods.length > 0) {
      return {
        status: 204,
        headers: { allow: methods.join(', ') },
        body: undefined,
      };
    }
    return refuse(world, {
      status: 404,
      message: \`Cannot \${call.method} \${call.path}\`,
    });`,
      undocumented,
    ],
  ]),
  ...open('http/body.ts', [
    ["'the body is no JSON object'", wording],
    ["path: '' }", wording],
    ["'the body is no JSON' };", wording],
    ["call.body === ''", 'whether an empty body is malformed or lacks its fields is open: both answer 400 with a list'],
    ["choices.requests.unknownRecordOnPut === 'before-validation'", 'which of a 400 and a 404 comes first is open'],
    ['missing.status === 422', 'which of a 400 and a 404 comes first is open', 'true'],
  ]),
  ...equivalent('http/body.ts', [
    ['isRead: true,\n      malformed', malformed, 'false'],
    ['isRead: true, malformed', malformed, 'false'],
  ]),
  ...open('http/fields.ts', [
    ["typeof value === 'object' && value !== null", 'a body that is JSON and no object is not spoken of', 'true'],
    ['const decimal = /^-?\\d+(\\.\\d+)?$/', numbersAsText],
    ["typeof value === 'string' && decimal.test(value)", numbersAsText],
    ["isText && world.choices.requests.numbersAsText === 'accept'", numbersAsText],
    ["value === '' && need === 'required'", 'whether an empty text counts as a field that is there is open'],
    ['note({ field: path + name, expected, isMissing: true })', wording, 'false'],
    ['note({ field: path + name, expected, isMissing: false })', wording],
    ["const asText = (value: unknown) => (typeof value === 'string' ? value : undefined)", whichFields, 'true'],
    ["'a text', asText", wording],
    ["'a number', asNumber", wording],
    ["'true or false'", wording],
    ["typeof value === 'boolean' ? value : undefined", whichFields, 'true'],
    ["'a list', (value)", wording],
    ['value === null', 'whether null counts as sent is open', 'false'],
    ['(value): unknown[] | undefined => (Array.isArray(value) ? value : undefined)', profileBody, '() => undefined'],
    ["'a date'", wording],
    [
      `'a text or an object', (value) =>
        typeof value === 'string' || (isObject(value) && Object.keys(value).length > 0) ? value : undefined`,
      'what an address looks like is open, and whether an empty one counts',
    ],
    [
      `'a text or a number', (value) =>
        typeof value === 'string' || typeof value === 'number' ? value : undefined`,
      'what becomes of the id of a shared coupon that is neither a number nor a text is open',
      '""',
      'true',
    ],
    [`\`one of \${values.join(', ')}\``, wording],
    ["'an object', (value) => (isObject(value) ? value : undefined)", profileBody],
    ["inner === undefined && need === 'required' && isEnforced && !isObject(sent[name])", insideMissing],
    ['!isWanting', insideMissing, 'isWanting'],
    ['inner === undefined && !isWanting', puts, 'false'],
    [`\`\${path}\${name}.\``, wording],
  ]),
  ...equivalent('http/fields.ts', [
    ["typeof value === 'number' && Number.isFinite(value)", 'JSON has only finite numbers, and nothing else is finite'],
    ["text: (name, need = 'optional')", optional, '""'],
    ["number: (name, need = 'optional')", optional, '""'],
    ["flag: (name, need = 'optional')", optional, '""'],
    ["list: (name, need = 'optional')", optional, '""'],
    ["date: (name, need = 'optional')", optional, '""'],
    ["textOrObject: (name, need = 'optional')", optional, '""'],
    ["textOrNumber: (name, need = 'optional')", optional, '""'],
    ["oneOf: (name, values, need = 'optional')", optional, '""'],
    ["object(name, need = 'optional')", optional, '""'],
    [
      "typeof value === 'string' ? readDateIn(world, 'body', value) : undefined",
      'no other value of JSON reads as a date when it is taken for a text',
      'true',
    ],
  ]),
];
