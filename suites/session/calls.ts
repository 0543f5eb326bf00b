import type { Call } from '../../fixtures/client/call.ts';
import type { Client } from '../../fixtures/client/client.ts';
import type { Exchange, RecordedExchange } from '../../fixtures/exchange.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import type { CallOptions } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';

interface CallerOptions {
  client: Pick<Client, 'send'>;
  by: string;
  company: string;
  credentials: Record<string, string>;
  /** The profile's name of the second header, which rules call `access`. */
  accessHeader: string;
  record: (exchange: RecordedExchange) => void;
  /** If false, only `GET` requests are sent. */
  writes: boolean;
  /** Called before each request that may write. The function that it returns is called with the response. */
  onWrite: (write: Write) => (answer: Exchange) => void;
}

/** A request that may write. */
export interface Write {
  method: string;
  path: string;
  /** `undefined` if the body is not JSON. */
  body: unknown;
  /** The body as JSON without unusual escapes, which a check may have used. */
  json: string;
}

const writtenBy = (method: string, path: string, { body, text }: CallOptions, sent: string | undefined): Write => {
  if (text === undefined) return { method, path, body, json: sent ?? '' };
  const parsed = parsedJson(text);
  return { method, path, body: parsed, json: JSON.stringify(parsed) ?? '' };
};

export type SendAny = (method: string, path: string, options?: CallOptions) => Promise<Exchange>;

const withQuery = (path: string, query: CallOptions['query']): string => {
  if (query === undefined) return path;
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
};

/** Sends requests for one check and one company. */
export const caller = ({
  client,
  by,
  company,
  credentials,
  accessHeader,
  record,
  writes,
  onWrite,
}: CallerOptions): SendAny => {
  const token = credentials.authorization?.slice('Bearer '.length) ?? '';
  const access = credentials[accessHeader] ?? '';
  const withCredentials = (value: string): string => value.replaceAll('{token}', token).replaceAll('{access}', access);

  return async (method, path, options = {}) => {
    if (method !== 'GET' && !writes) {
      throw new Unverified('not-declared', 'the rule writes and the profile does not allow it: declare writes: true');
    }
    const text = options.text ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const headers: Record<string, string> = { ...credentials };
    if (text !== undefined) headers['content-type'] = 'application/json';
    const call: Call = { by, company, method, path: withQuery(path, options.query), headers };
    if (text !== undefined) call.body = text;
    if (options.expects5xx) call.expects5xx = true;
    if (options.headers) {
      for (const [given, value] of Object.entries(options.headers)) {
        const name = given === 'access' ? accessHeader : given.toLowerCase();
        if (value === null) delete headers[name];
        else headers[name] = withCredentials(value);
      }
      const changes = Object.keys(options.headers).map((name) => name.toLowerCase());
      const lacksAccess = changes.includes('access');
      if (lacksAccess) call.probesTheEdge = true;
      if (lacksAccess || changes.includes('authorization')) {
        // the edge refuses with a page; the response to a wrong token is not documented
        call.takesPage = (status) => !lacksAccess || status >= 300;
      }
    }
    const onAnswer = method === 'GET' ? undefined : onWrite(writtenBy(method, path, options, text));
    const answer = await client.send(call, record);
    onAnswer?.(answer);
    return answer;
  };
};
