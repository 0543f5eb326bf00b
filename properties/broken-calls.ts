import type { Answer, Call, Handle } from '../platform/http/call.ts';

/** Lets a broken platform send a further request to itself, as the caller of another one. */
export const callItself = (
  handle: Handle,
  caller: Call,
  method: string,
  path: string,
  fields?: object,
): Answer | Promise<Answer> =>
  handle({
    ...caller,
    method,
    path,
    segments: path.split('/').slice(1).map(decodeURIComponent),
    body: fields === undefined ? '' : JSON.stringify(fields),
  });
