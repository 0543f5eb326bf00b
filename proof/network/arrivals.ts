import type { RecordedExchange } from '../../fixtures/exchange.ts';
import { wholeLinesIn } from '../../fixtures/reading/whole-lines.ts';
import type { Handle } from '../../platform/http/call.ts';

/** A request in a text that is the same for its sender and for its receiver. */
const inWords = (method: string, path: string, query: string, body: string): string =>
  `${method} ${path} ${new URLSearchParams(query)} ${body}`;

/** Registrations are also made and restored by what sets a run up, whose requests are no exchanges of the run. */
const isRegistration = (path: string): boolean => path.startsWith('/webhooks');

/** Notes every request that reaches a platform, before the platform does anything. */
export const noting =
  (arrived: string[]) =>
  (handle: Handle): Handle =>
  (call) => {
    if (!isRegistration(call.path)) arrived.push(inWords(call.method, call.path, String(call.query), call.body));
    return handle(call);
  };

/** The requests of a run, as its file of exchanges has them, with and without an answer. */
export const recordedIn = (file: string): string[] =>
  [...wholeLinesIn(file)].map((line) => {
    const { request }: RecordedExchange = JSON.parse(line);
    const [path = '', query = ''] = request.path.split('?');
    return inWords(request.method, path, query, request.body ?? '');
  });
