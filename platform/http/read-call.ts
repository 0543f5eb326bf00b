import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Call } from './call.ts';

/** A body is larger than allowed. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The decoded segments of a path, without one slash at the end. */
function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments.map(decode);
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else reject(new BodyTooLarge(`The body is larger than ${maxBytes} bytes`));
  });
  request.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
  request.on('error', reject);
  return promise;
}

/** `url` is the encoded path and query. */
export function callOf(method: string, url: string, headers: Readonly<IncomingHttpHeaders>, body = ''): Call {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  return {
    method,
    path,
    segments: segmentsOf(path),
    query: new URLSearchParams(mark === -1 ? '' : url.slice(mark + 1)),
    headers,
    body,
  };
}

/** The call; a promise only if it has a body. Rejects with `BodyTooLarge`. */
export function readCall(request: IncomingMessage, maxBytes: number): Call | Promise<Call> {
  const call = callOf(request.method ?? 'GET', request.url ?? '/', request.headers);
  if (!hasBody(request)) return call;
  return readText(request, maxBytes).then((body) => ({ ...call, body }));
}
