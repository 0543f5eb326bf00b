import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { inspect } from 'node:util';
import type { World } from '../world.ts';
import { refuse } from './answers.ts';
import type { Answer, Call, Handle } from './call.ts';
import { BodyTooLarge, readCall } from './read-call.ts';
import { writeAnswer } from './write-answer.ts';

interface Surfaces {
  api: Handle;
  panel(call: Call): Answer;
}

export const panelPrefix = '/panel';

function isPanelCall({ path }: Call): boolean {
  return path === panelPrefix || path.startsWith(`${panelPrefix}/`);
}

/** A server that is not yet listening. */
export function createHttpServer(world: World, { api, panel }: Surfaces): Server {
  const { answers, requests } = world.choices;
  const { internal } = world.policy.errors;

  const internalError = (error: unknown): Answer => {
    process.stderr.write(`${inspect(error)}\n`);
    return { status: internal.status, body: internal.body };
  };

  const send = (request: IncomingMessage, response: ServerResponse, answer: Answer) => {
    try {
      writeAnswer(request, response, answer, answers);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else writeAnswer(request, response, internalError(error), answers);
    }
  };

  const answerCall = async (request: IncomingMessage, response: ServerResponse, arriving: Call | Promise<Call>) => {
    let answer: Answer;
    try {
      const call = await arriving;
      answer = isPanelCall(call) ? panel(call) : await api(call);
      if (answers.delayMs > 0) await delay(answers.delayMs);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      answer =
        error instanceof BodyTooLarge ? refuse(world, { status: 413, message: error.message }) : internalError(error);
    }
    send(request, response, answer);
  };

  const server = createServer((request, response) => {
    void answerCall(request, response, readCall(request, requests.bodyMaxBytes));
  });
  // a connection that a caller keeps for its next call must not close under it
  server.keepAliveTimeout = 65_000;
  return server;
}
