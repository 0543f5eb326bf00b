import { messageOf } from '../fixtures/reading/message-of.ts';

/** What a partner may send at once, in bytes; a real platform has its limit too. */
export const longestBody = 5 * 1024 * 1024;

/** The sender disconnected before the end. */
export class SenderGone extends Error {
  override name = 'SenderGone';
}

/** A body as text; undefined when it is too long. Rejects with `SenderGone`, which has the message of what ended it. */
export const readBody = async (sent: AsyncIterable<unknown>): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of sent) {
      if (!Buffer.isBuffer(chunk)) continue;
      size += chunk.length;
      if (size <= longestBody) chunks.push(chunk);
    }
  } catch (error) {
    throw new SenderGone(messageOf(error), { cause: error });
  }
  return size > longestBody ? undefined : Buffer.concat(chunks).toString('utf8');
};
