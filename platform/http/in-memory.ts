import type { World } from '../world.ts';
import type { Answer } from './call.ts';
import { BodyTooLarge, callOf } from './read-call.ts';
import { internalError, type Respond } from './respond.ts';
import { serialize } from './write-answer.ts';

/** A request without a connection. */
export interface MemoryRequest {
  method: string;
  /** Path and query, encoded. */
  url: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface MemoryAnswer {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  text: string;
}

export type AnswerInMemory = (request: MemoryRequest) => Promise<MemoryAnswer>;

/** The platform without connections, and so without framing, header case and compression. */
export function answerInMemory(world: World, respond: Respond): AnswerInMemory {
  const { maxBodyBytes } = world.choices.requests;

  const written = (answer: Answer): MemoryAnswer => {
    const content = serialize(answer);
    const headers: Record<string, string> = { ...answer.headers };
    if (content !== undefined) headers['content-type'] = content.contentType;
    return { status: answer.status, headers, text: content?.text ?? '' };
  };

  return async ({ method, url, headers, body }) => {
    const call = callOf(method, url, headers, body);
    const tooLarge = Buffer.byteLength(body) > maxBodyBytes;
    const arriving = tooLarge
      ? Promise.reject(new BodyTooLarge(`The body is larger than ${maxBodyBytes} bytes`))
      : call;
    const answer = await respond(arriving);
    try {
      return written(answer);
    } catch (error) {
      return written(internalError(world, error));
    }
  };
}
