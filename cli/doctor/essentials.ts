import type { LostKind } from '../../core/exchange.ts';
import { proxyFor } from '../../fixtures/client/proxy-from-environment.ts';
import type { Lost, WireAnswer } from '../../fixtures/client/transport.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { type Probe, probe } from './probe.ts';

/** Why a target cannot be judged: what was expected, what it answered, and what to do. */
export interface Obstacle {
  expected: string;
  came: string;
  advice: string;
}

const adviceOn: Record<LostKind, string> = {
  refused: 'start the target, or correct baseUrl in the profile',
  dns: 'correct the host of baseUrl in the profile, or the name service of this machine',
  tls: 'check which certificate and which TLS versions the target offers; tls.ca in the profile names further authorities',
  proxy: 'correct HTTPS_PROXY or HTTP_PROXY, or name the host of the target in NO_PROXY',
  'time-out':
    'see whether the target is overloaded or unreachable from here, or raise limits.timeoutSeconds in the profile',
  reset:
    'see whether a proxy or firewall in between closes the connection, and whether http or https is right in baseUrl',
  protocol: 'see whether baseUrl points at an HTTP server',
};

/** A server may reset a TLS connection without giving a reason. */
const adviceOnTlsReset = `${adviceOn.reset}, and whether the target requires a client certificate (tls.cert and tls.key in the profile)`;

/** Texts about TLS in answers with status 400, by the wording of each server. */
const answersAboutTls: [words: RegExp, advice: string][] = [
  [
    /no required SSL certificate was sent/i,
    'the target requires a client certificate: name it in tls.cert and its key in tls.key of the profile',
  ],
  [
    /SSL certificate error/i,
    'the target refused the client certificate: check that tls.cert in the profile is a valid one from its operator',
  ],
  [
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server|plain HTTP to an SSL-enabled server/i,
    'write https:// in baseUrl',
  ],
];

const isHtml = ({ headers, text }: WireAnswer): boolean =>
  (headers['content-type'] ?? '').includes('html') || /^\s*<(!doctype|html)/i.test(text);

const kindOf = (answer: WireAnswer): string => {
  if (isHtml(answer)) return 'an HTML page';
  if (parsedJson(answer.text) !== undefined) return 'JSON';
  return answer.text === '' ? 'no body' : 'a body that is no JSON';
};

/** An http proxy of the environment may have answered instead of the target. */
const proxyNote = (baseUrl: string): string => {
  const proxy = baseUrl.startsWith('http:') ? proxyFor(baseUrl) : undefined;
  return proxy ? `; or the proxy ${proxy.origin} answered instead: name the host in NO_PROXY to bypass it` : '';
};

const adviceOnLost = ({ lost, advice }: Lost, baseUrl: string): string => {
  if (advice !== undefined) return advice;
  return lost === 'reset' && baseUrl.startsWith('https:') ? adviceOnTlsReset : adviceOn[lost];
};

const obstacleIn = ({ answer }: Probe, { accessHeader, baseUrl, companies }: Profile): Obstacle | undefined => {
  const expected = 'an answer with status 200 and a JSON list';
  if ('lost' in answer) {
    return { expected, came: `no answer (${answer.lost}: ${answer.reason})`, advice: adviceOnLost(answer, baseUrl) };
  }
  const { status, headers } = answer;
  const came = `status ${status} with ${kindOf(answer)}`;
  const obstacle = (advice: string): Obstacle => ({
    expected,
    came,
    advice: advice + proxyNote(baseUrl),
  });
  const aboutTls = status === 400 ? answersAboutTls.find(([words]) => words.test(answer.text)) : undefined;
  if (aboutTls) return obstacle(aboutTls[1]);
  if (status === 403 && isHtml(answer)) {
    return obstacle(
      `the edge refused the second header: correct accessHeader.name (${accessHeader.name}) or the value in ${accessHeader.value.env}`,
    );
  }
  const token = `the token in ${companies[0]?.token.env}`;
  if (status === 404) {
    return obstacle(
      `correct the path of baseUrl: /products is expected directly below it; if the path is right, correct ${token}`,
    );
  }
  if (status === 401 || status === 403) return obstacle(`correct ${token}, or the path of baseUrl`);
  if (status === 429)
    return obstacle(
      'wait until the rate limit allows requests again, and lower limits.requestsPerSecond in the profile',
    );
  if (status >= 500) return obstacle('the target is out of order: repair it, or try again later');
  if (status >= 300 && status < 400)
    return obstacle(
      `redirects are not followed: put the address it points to (${headers.location ?? 'none named'}) into baseUrl`,
    );
  if (status < 300 && parsedJson(answer.text) === undefined)
    return obstacle('correct baseUrl: what answers there is not the API');
  return undefined;
};

/** Requests one product. Undefined if the target can be judged. */
export const examineEssentials = async (profile: Profile): Promise<Obstacle | undefined> => {
  const [first] = profile.companies;
  return first && obstacleIn(await probe(profile, first), profile);
};

/** The obstacle in words. */
export const describeObstacle = ({ name, baseUrl }: Profile, { expected, came, advice }: Obstacle): string =>
  `The target "${name}" at ${baseUrl} cannot be judged.\n  asked:    GET /products with both credentials\n  expected: ${expected}\n  got:      ${came}\n  to do:    ${advice}`;
