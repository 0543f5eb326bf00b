import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer } from '../../platform/http/call.ts';
import { gateway } from './gateway.ts';
import type { Variant } from './variant.ts';

const overHttp = 'JSON over HTTP is all that is said of the form of an answer';
const whatItDoes = 'What the service does';

const prefix = '/partners/api/v3';

const forbidden = (message: string): Answer => ({ status: 403, body: { message } });

const firewall: Wrap = (handle) => (call) => {
  if (call.body.length > 8192) return { status: 413, body: { message: 'Request Too Long' } };
  if (/"(__proto__|constructor|prototype|toString|hasOwnProperty|__class__|\$\w+|\{\{\w+\}\})":/.test(call.body)) {
    return forbidden('Request blocked');
  }
  return /[[{]{20}|("nobody":\{){17}/.test(call.body) ? forbidden('Request too deep') : handle(call);
};

const maxWrong = 30;

const banning: Wrap = (handle) => {
  let wrong = 0;
  let page: Answer | undefined;
  return async (call) => {
    if (wrong > maxWrong && page) return page;
    const answer = await handle(call);
    if (answer.status === 403 && typeof answer.body === 'string') {
      wrong++;
      page = answer;
    }
    return answer;
  };
};

export const gateways: readonly Variant[] = [
  {
    name: 'gateway-base-path',
    text: 'has a base URL with a path of its own',
    open: 'Paths are relative to a base URL that the document does not describe',
    source: 'Endpoints',
    inFront: async (platformUrl) => {
      const front = await gateway({ pathOf: (path) => path.slice(prefix.length) })(platformUrl);
      return { ...front, url: front.url + prefix };
    },
  },
  {
    name: 'gateway-trailing-slash',
    text: 'has a base URL that its profile ends with a slash',
    open: 'Paths are relative to a base URL that the document does not describe',
    source: 'Endpoints',
    profile: (profile) => ({ ...profile, baseUrl: `${profile.baseUrl}/` }),
  },
  {
    name: 'gateway-informs-first',
    text: 'sends informational answers before the final one, and trailers after it',
    open: overHttp,
    source: whatItDoes,
    inFront: gateway({
      answer(outgoing, answered, body) {
        outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' });
        const { 'content-length': _, ...headers } = answered.headers;
        outgoing.writeHead(answered.statusCode ?? 502, 'As It Is', { ...headers, trailer: 'server-timing' });
        outgoing.write(body);
        outgoing.addTrailers({ 'server-timing': 'total;dur=1' });
        outgoing.end();
      },
    }),
  },
  {
    name: 'gateway-in-pieces',
    text: 'sends every answer in pieces of seven bytes, which cut characters in two',
    open: overHttp,
    source: whatItDoes,
    inFront: gateway({
      answer(outgoing, answered, body) {
        const { 'content-length': _, ...headers } = answered.headers;
        outgoing.writeHead(answered.statusCode ?? 502, headers);
        const head = body.subarray(0, 70);
        for (let start = 0; start < head.length; start += 7) outgoing.write(head.subarray(start, start + 7));
        outgoing.end(body.subarray(head.length));
      },
    }),
  },
  {
    name: 'gateway-firewall',
    text: 'has a firewall that turns away large bodies, deep ones, and fields that are called like prototypes or operators',
    open: 'How large a body may be, and what stands before the API, is not said',
    source: 'Limits',
    options: { wrap: firewall },
    unverified: [{ cause: 'unavailable', rules: ['LAW-29'], extent: 'some' }],
  },
  {
    name: 'edge-bans',
    text: 'bans at its edge anyone who has sent a wrong second header thirty times',
    open: 'The second header is checked at the edge: the document does not say what the edge does about repeated attempts',
    source: 'Authentication › Edge validation',
    options: { wrap: banning },
    unverified: [{ cause: 'unavailable', rules: ['AUTH-'], extent: 'some' }],
  },
  {
    name: 'answers-slow',
    text: 'takes six seconds for every answer, longer than it gives a receiver',
    open: 'How soon a call is answered is not said',
    source: whatItDoes,
    options: { choices: { answers: { delayMs: 6000 } } },
  },
];
