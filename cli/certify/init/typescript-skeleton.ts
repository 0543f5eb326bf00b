import type { AskedAction } from './asked-actions.ts';

const actionOf = ({ name, about }: AskedAction): string =>
  [...about.map((line) => `  // ${line}`), `  '${name}': () => never('${name}'),`].join('\n');

/** Hooks for Node 22.18 or newer, without packages. */
export const typescriptSkeleton = (
  actions: readonly AskedAction[],
): string => `import { createServer } from 'node:http';

// The hooks by which Selo makes your software act. Replace each never(...) with a call of your software.
// It reaches the platform at process.env.PLATFORM_URL, with PLATFORM_TOKEN as its bearer and PLATFORM_ACCESS_KEY in the
// header that PLATFORM_ACCESS_HEADER names.

type Parameters = Record<string, any>;
type Made = { id?: string; code?: string };

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** For what your software never does. */
const never = (action: string): never => {
  throw new Refusal(501, \`\${action} is not written yet\`);
};

/** For what it does and rightly refuses now, for example a coupon that has expired. */
export const refuse = (why: string): never => {
  throw new Refusal(409, why);
};

const actions: Record<string, (parameters: Parameters) => Made | Promise<Made>> = {
${actions.map(actionOf).join('\n\n')}

  // Answer when nothing is under way, scheduled work included.
  idle: () => ({}),
};

const server = createServer(async (request, response) => {
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    let text = '';
    for await (const part of request) text += part;
    const [, base, name = ''] = (request.url ?? '').split('/');
    const act = base === 'hooks' && request.method === 'POST' && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (act === undefined) return answer(404, { message: 'there is no such hook' });
    answer(200, await act(JSON.parse(text || '{}')));
  } catch (error) {
    answer(error instanceof Refusal ? error.status : 500, { message: String(error instanceof Error ? error.message : error) });
  }
});

server.listen(Number(process.env.HOOKS_PORT), '127.0.0.1');
`;
