import { messageOf } from '../fixtures/reading/message-of.ts';

/** The longest body that a partner may send, in bytes. Real platforms have a limit as well. */
export const maxBodyBytes = 5 * 1024 * 1024;

/** The sender disconnected before the body ended. */
export class SenderGone extends Error {
  override name = 'SenderGone';
}

/** Reads a body as text; undefined when it is too long. Rejects with `SenderGone`. */
export const readBody = async (sent: AsyncIterable<unknown>): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size <= maxBodyBytes) chunks.push(chunk);
    }
  } catch (error) {
    throw new SenderGone(messageOf(error), { cause: error });
  }
  return size > maxBodyBytes ? undefined : Buffer.concat(chunks).toString('utf8');
};
