import { type AskedAction, otherHooks } from './asked-actions.ts';

const about = (lines: readonly string[]): string => lines.map((line) => `  // ${line}`).join('\n');

const actionOf = (action: AskedAction): string =>
  `${about(action.about)}\n  '${action.name}': () => never('${action.name}'),`;

/** Hooks for Node 22.18 or newer, without packages. */
export const typescriptSkeleton = (
  actions: readonly AskedAction[],
): string => `import { createServer } from 'node:http';

// The hooks by which Selo makes your software act. Replace each never(...) with a call of your software.
// It reaches the platform at process.env.PLATFORM_URL, with PLATFORM_TOKEN as its bearer and PLATFORM_ACCESS_KEY in the
// header that PLATFORM_ACCESS_HEADER names.

type Parameters = Record<string, any>;
type Answer = { id?: string; code?: string; coupons?: object[] };

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

const actions: Record<string, (parameters: Parameters) => Answer | Promise<Answer>> = {
${actions.map(actionOf).join('\n\n')}

${about(otherHooks.idle)}
  idle: () => ({}),

${about(otherHooks.restart)}
  restart: () => never('restart'),

${about(otherHooks.state)}
  state: () => never('state'),
};

const server = createServer(async (request, response) => {
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    let text = '';
    for await (const part of request) text += part;
    const [, base, name = ''] = (request.url ?? '').split('/');
    const method = name === 'state' ? 'GET' : 'POST';
    const act = base === 'hooks' && request.method === method && Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (act === undefined) return answer(404, { message: 'there is no such hook' });
    answer(200, await act(JSON.parse(text || '{}')));
  } catch (error) {
    answer(error instanceof Refusal ? error.status : 500, { message: String(error instanceof Error ? error.message : error) });
  }
});

server.listen(Number(process.env.HOOKS_PORT), '127.0.0.1');
`;
