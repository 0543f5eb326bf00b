import { gateway } from './gateway.ts';
import type { Variant } from './variant.ts';

const overHttp = 'JSON over HTTP is all that is said of the form of an answer';
const whatItDoes = 'What the service does';

const prefix = '/partners/api/v3';

/** What stands between callers and the platform. */
export const gateways: readonly Variant[] = [
  {
    name: 'gateway-base-path',
    text: 'has a base URL with a path of its own',
    open: 'Paths are relative to a base URL, of which nothing is said',
    source: 'Endpoints',
    inFront: async (platformUrl) => {
      const front = await gateway({ pathOf: (path) => path.slice(prefix.length) })(platformUrl);
      return { ...front, url: front.url + prefix };
    },
  },
  {
    name: 'gateway-trailing-slash',
    text: 'has a base URL that its profile ends with a slash',
    open: 'Paths are relative to a base URL, of which nothing is said',
    source: 'Endpoints',
    profile: (profile) => ({ ...profile, baseUrl: `${profile.baseUrl}/` }),
  },
  {
    name: 'gateway-informs-first',
    text: 'sends informational answers before the final one, and trailers after it',
    open: overHttp,
    source: whatItDoes,
    inFront: gateway({
      greet: (outgoing) => outgoing.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }),
      answer(outgoing, answered, body) {
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
];
