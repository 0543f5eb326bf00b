import type { IncomingMessage } from 'node:http';

const bytesMax = 1_048_576;

/** Reads the body of a request. Rejects when it is incomplete or larger than 1 MiB. */
export const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size > bytesMax) throw new RangeError('The body is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};
