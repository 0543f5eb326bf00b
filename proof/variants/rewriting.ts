import type { Wrap } from '../../platform/create-platform.ts';
import type { Answer, Call } from '../../platform/http/call.ts';

/** A platform whose answers are rewritten on their way out. */
export const rewriting =
  (rewrite: (answer: Answer, call: Call) => Answer): Wrap =>
  (handle) =>
  async (call) =>
    rewrite(await handle(call), call);

/** A platform whose JSON is written in another manner; errors of the edge are HTML and stay as they are. */
export const writingJson = (write: (body: unknown) => string, contentType = 'application/json'): Wrap =>
  rewriting((answer) =>
    answer.body === undefined || typeof answer.body === 'string'
      ? answer
      : { ...answer, headers: { ...answer.headers, 'content-type': contentType }, body: write(answer.body) },
  );

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with every object in it rewritten, the inner ones first. */
export const mapObjects = (value: unknown, map: (object: Record<string, unknown>) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, map));
  if (!isObject(value)) return value;
  return map(Object.fromEntries(Object.entries(value).map(([key, content]) => [key, mapObjects(content, map)])));
};

/** Whether a call asks for one record of a resource, by whichever key. */
export const isLookup = ({ method, segments }: Call, resources: readonly string[]): boolean =>
  method === 'GET' && segments.length > 1 && resources.includes(segments[0] ?? '');

/** Whether the platform refused the call because its token was not right. */
export const isTokenRefusal = ({ status, body }: Answer): boolean =>
  status === 401 && isObject(body) && body.message === 'No company has this access token';
