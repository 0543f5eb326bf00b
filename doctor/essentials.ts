import type { WireAnswer } from '../fixtures/client/transport.ts';
import type { LostKind } from '../fixtures/exchange.ts';
import type { Profile } from '../fixtures/profile/profile.ts';
import { type Probe, probe } from './probe.ts';

/** Why a target cannot be judged: what was asked, what was expected and came, and what to do. */
export interface Obstacle {
  expected: string;
  came: string;
  advice: string;
}

const advised: Record<LostKind, string> = {
  refused: 'start the target, or correct baseUrl in the profile',
  dns: 'correct the host of baseUrl in the profile, or the name service of this machine',
  tls: 'give the target a certificate that this machine trusts (NODE_EXTRA_CA_CERTS names further authorities)',
  'time-out':
    'see whether the target is overloaded or unreachable from here, or raise limits.timeoutSeconds in the profile',
  reset:
    'see whether a proxy or firewall in between closes the connection, and whether http or https is right in baseUrl',
  protocol: 'see whether baseUrl points at an HTTP server',
};

const isHtml = ({ headers, text }: WireAnswer): boolean =>
  (headers['content-type'] ?? '').includes('html') || /^\s*<(!doctype|html)/i.test(text);

const isJson = ({ text }: WireAnswer): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const kindOf = (answer: WireAnswer): string => {
  if (isHtml(answer)) return 'an HTML page';
  if (isJson(answer)) return 'JSON';
  return answer.text === '' ? 'no body' : 'a body that is no JSON';
};

const obstacleIn = ({ answer }: Probe, { accessHeader, companies }: Profile): Obstacle | undefined => {
  const expected = 'an answer with status 200 and a JSON list';
  if ('lost' in answer) {
    return { expected, came: `no answer (${answer.lost}: ${answer.reason})`, advice: advised[answer.lost] };
  }
  const { status, headers } = answer;
  const came = `status ${status} with ${kindOf(answer)}`;
  const obstacle = (advice: string): Obstacle => ({ expected, came, advice });
  if (status === 403 && isHtml(answer)) {
    return obstacle(
      `the edge refused the second header: correct accessHeader.name (${accessHeader.name}) or the value in ${accessHeader.value.env}`,
    );
  }
  if (status === 401 || status === 403 || status === 404) {
    return obstacle(
      `correct the token in ${companies[0]?.token.env}, or the path of baseUrl: /products is expected right below it`,
    );
  }
  if (status === 429)
    return obstacle(
      'wait until the rate limit allows requests again, and lower limits.requestsPerSecond in the profile',
    );
  if (status >= 500) return obstacle('the target is out of order: repair it, or try again later');
  if (status >= 300 && status < 400)
    return obstacle(
      `redirects are not followed: put the address it points to (${headers.location ?? 'none named'}) into baseUrl`,
    );
  if (status < 300 && !isJson(answer)) return obstacle('correct baseUrl: what answers there is not the API');
  return undefined;
};

/** Whether a target can be judged at all: asks it for one product. Undefined when nothing stands in the way. */
export const examineEssentials = async (profile: Profile): Promise<Obstacle | undefined> => {
  const [first] = profile.companies;
  return first && obstacleIn(await probe(profile, first), profile);
};

/** One message for a person. */
export const describeObstacle = ({ name, baseUrl }: Profile, { expected, came, advice }: Obstacle): string =>
  `The target "${name}" at ${baseUrl} cannot be judged.\n  asked:    GET /products with both credentials\n  expected: ${expected}\n  got:      ${came}\n  to do:    ${advice}`;
