import type { CompanyView } from './panel/panel-views.ts';
import { type PlatformOptions, startPlatform } from './start-platform.ts';

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body; undefined if it is no JSON. */
  json: unknown;
}

export interface SendOptions {
  body?: unknown;
  /** Sent instead of `body`, as it is. */
  text?: string;
  /** Replace the usual headers. Undefined removes one. */
  headers?: Record<string, string | undefined>;
}

export interface TestPlatform extends AsyncDisposable {
  baseUrl: string;
  companies: CompanyView[];
  company: CompanyView;
  /** Calls the API as the first company, unless the headers have another token. */
  send(method: string, path: string, options?: SendOptions): Promise<Reply>;
  get(path: string): Promise<Reply>;
  post(path: string, body: unknown): Promise<Reply>;
  put(path: string, body: unknown): Promise<Reply>;
  remove(path: string): Promise<Reply>;
  panel(method: string, path: string, body?: unknown): Promise<Reply>;
}

/** Real seconds per documented second. */
const timeScale = 0.003;

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function call(url: string, method: string, headers: Headers, body: string | undefined): Promise<Reply> {
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }), redirect: 'manual' });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parse(text) };
}

/** A platform without history for one test, with calls as its first company. */
export async function startTestPlatform(options: PlatformOptions = {}): Promise<TestPlatform> {
  const platform = await startPlatform({
    companies: [{ name: 'Tested', history: 'none' }],
    ...options,
    policy: { timeScale, ...options.policy },
  });
  const [company] = platform.companies;
  if (company === undefined) throw new Error('A tested platform needs a company');
  const usual = { authorization: `Bearer ${company.token}`, 'service-access': platform.accessKey };

  const send: TestPlatform['send'] = (method, path, { body, text, headers = {} } = {}) => {
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    const all = { ...usual, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers };
    const given = new Headers();
    for (const [name, value] of Object.entries<string | undefined>(all))
      if (value !== undefined) given.set(name, value);
    return call(platform.baseUrl + path, method, given, content);
  };

  return {
    baseUrl: platform.baseUrl,
    companies: platform.companies,
    company,
    send,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, { body }),
    put: (path, body) => send('PUT', path, { body }),
    remove: (path) => send('DELETE', path),
    panel: (method, path, body) =>
      call(
        platform.baseUrl + path,
        method,
        new Headers({ authorization: `Bearer ${platform.panelToken}` }),
        body === undefined ? undefined : JSON.stringify(body),
      ),
    [Symbol.asyncDispose]: () => platform[Symbol.asyncDispose](),
  };
}

/** Polls until `look` returns a value. Throws after five seconds. */
export async function eventually<Value>(
  awaited: string,
  look: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const deadline = Date.now() + 5_000;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Not within five seconds: ${awaited}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
