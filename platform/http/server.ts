import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { World } from '../world.ts';
import type { Answer } from './call.ts';
import { readCall } from './read-call.ts';
import { internalError, type Respond } from './respond.ts';
import { writeAnswer } from './write-answer.ts';

/** The platform as an HTTP server that is not listening yet. */
export function createHttpServer(world: World, respond: Respond): Server {
  const { answers, requests } = world.choices;

  const send = (request: IncomingMessage, response: ServerResponse, answer: Answer) => {
    try {
      writeAnswer(request, response, answer, answers);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else writeAnswer(request, response, internalError(world, error), answers);
    }
  };

  const answerCall = async (request: IncomingMessage, response: ServerResponse) => {
    let answer: Answer;
    try {
      answer = await respond(readCall(request, requests.maxBodyBytes));
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      answer = internalError(world, error);
    }
    send(request, response, answer);
  };

  const server = createServer((request, response) => void answerCall(request, response));
  // a client that keeps a connection for its next call must not find it closed
  server.keepAliveTimeout = 65_000;
  return server;
}
