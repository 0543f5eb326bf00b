import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Choices } from '../choices.ts';
import type { Answer } from './call.ts';

const jsonType = 'application/json; charset=utf-8';

function titleCase(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

/** The text and type of a body; undefined for no body. Throws on a body that JSON cannot represent. */
export function serialize({ body, headers }: Answer): { text: string; contentType: string } | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') return { text: body, contentType: headers?.['content-type'] ?? 'text/plain' };
  return { text: JSON.stringify(body), contentType: headers?.['content-type'] ?? jsonType };
}

/** Sends an answer by the choices. */
export function writeAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  { headerCasing, framing, gzip, connection }: Choices['answers'],
): void {
  const content = serialize(answer);
  const headers: Record<string, string> = { ...answer.headers };
  let bytes: Buffer | string = content?.text ?? '';
  if (content !== undefined) headers['content-type'] = content.contentType;
  if (gzip && content !== undefined && String(request.headers['accept-encoding']).includes('gzip')) {
    bytes = gzipSync(bytes);
    headers['content-encoding'] = 'gzip';
  }
  const isChunked = framing === 'chunked' && content !== undefined;
  if (!isChunked) headers['content-length'] = String(Buffer.byteLength(bytes));
  if (connection === 'close') headers.connection = 'close';
  const named =
    headerCasing === 'lower'
      ? headers
      : Object.fromEntries(Object.entries(headers).map(([name, value]) => [titleCase(name), value]));
  response.writeHead(answer.status, named);
  if (isChunked) response.write(bytes);
  response.end(isChunked ? undefined : bytes);
}
