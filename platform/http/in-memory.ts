import type { World } from '../world.ts';
import type { Answer, Call } from './call.ts';
import { BodyTooLarge, callOf } from './read-call.ts';
import { internalError, type Respond } from './respond.ts';
import { serialize } from './write-answer.ts';

/** A request as it would go over the wire, without a wire. */
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

/** The platform without connections: framing, header case and compression are the wire's, and there is none. */
export function answerInMemory(world: World, respond: Respond): (request: MemoryRequest) => Promise<MemoryAnswer> {
  const { bodyMaxBytes } = world.choices.requests;

  const written = (answer: Answer): MemoryAnswer => {
    const content = serialize(answer);
    const headers: Record<string, string> = { ...answer.headers };
    if (content !== undefined) headers['content-type'] = content.contentType;
    return { status: answer.status, headers, text: content?.text ?? '' };
  };

  return async ({ method, url, headers, body }) => {
    const call: Call = callOf(method, url, headers, body);
    const tooLarge = Buffer.byteLength(body) > bodyMaxBytes;
    const arriving = tooLarge
      ? Promise.reject(new BodyTooLarge(`The body is larger than ${bodyMaxBytes} bytes`))
      : call;
    const answer = await respond(arriving);
    try {
      return written(answer);
    } catch (error) {
      return written(internalError(world, error));
    }
  };
}
