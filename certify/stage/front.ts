import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { longestBody, SenderGone } from '../read-body.ts';
import { answerCall } from './answer-call.ts';
import type { ArrivedRequest, Serve, ServedAnswer } from './arrived-request.ts';
import { bearersIn } from './bearer-field.ts';
import type { Disturbances } from './disturbances.ts';
import { type Forward, targetOf } from './forward.ts';
import { refusalOf } from './http-answer.ts';
import type { Transcript } from './transcript.ts';
import type { UsualPath } from './usual-path.ts';

interface FrontOptions {
  forward: Forward;
  usualPath: UsualPath;
  transcript: Transcript;
  disturbances: Disturbances;
  runtime: Pick<Runtime, 'pause'>;
  /** How long a call that is never answered is held, in ms. */
  holdMs: number;
  /** Answers what is asked below `/selo/`, which is neither recorded nor disturbed; without it that passes as any call. */
  control?: Control;
  /** Called with what goes wrong on our side. */
  onFault: (error: unknown) => void;
}

/** Answers a request. Rejects with `SenderGone` when its sender goes away. */
export type RequestHandler = (request: ArrivedRequest) => Promise<ServedAnswer>;

/** Requests for Selo itself. */
export interface Control {
  handle: RequestHandler;
  /** That opens them. */
  token: Secret;
}

/** Where the partner reaches the platform: everything passes here, is recorded, and may be disturbed. */
export interface Front {
  serve: Serve;
  /** Why the partner cannot be judged further, in words; undefined while it can. */
  hindrance(): string | undefined;
}

/** What is below it is no call of the platform. */
const controlPath = '/selo/';
const bearerName = 'WEBHOOK_BEARER';

export const createFront = (options: FrontOptions): Front => {
  const { forward, usualPath, transcript, disturbances, runtime, holdMs, control, onFault } = options;
  let hindrance: string | undefined;

  const handle: RequestHandler = async ({ method, url, headers, from, readBody, gone }) => {
    const atMs = transcript.now();
    const [asked = '', ...queries] = targetOf(url).split('?');
    const path = usualPath(method, asked);
    const query = queries.join('?');
    const target = [path, ...queries].join('?');
    const note = (body: string, answer: PartnerCall['answer'], fault?: number): PartnerCall =>
      transcript.call({
        atMs,
        tookMs: Math.round((transcript.now() - atMs) * 10) / 10,
        method,
        path: target,
        headers,
        ...omitUndefined({ from }),
        body,
        answer,
        ...omitUndefined({ fault }),
      });

    const body = await readBody();
    if (body === undefined) {
      hindrance ??= `the partner sent more than ${longestBody / 1024 / 1024} MB at once with ${method} ${path}`;
      const refusal = refusalOf(413, `A body may have ${longestBody} bytes`);
      note(`(more than ${longestBody} bytes)`, { status: refusal.status, body: refusal.body });
      return refusal;
    }
    // before anything is noted that may hold one
    for (const value of [...bearersIn(body), ...bearersIn(query)]) transcript.addSecret({ env: bearerName, value });
    const call = { method, path, query: new URLSearchParams(query), target, headers, body };
    const hit = disturbances.takeForCall(call);
    const { served, seen } = await answerCall(call, hit?.disturbance, { gone, forward, runtime, holdMs });
    const noted = note(body, seen, hit?.entry.number);
    if (hit) hit.entry.call = noted.number;
    return served;
  };

  return {
    async serve(request) {
      const isControl = targetOf(request.url).startsWith(controlPath);
      const handler = control !== undefined && isControl ? control.handle : handle;
      try {
        return await handler(request);
      } catch (error) {
        if (!(error instanceof SenderGone)) onFault(error);
        return 'cut';
      }
    },
    hindrance: () => hindrance,
  };
};
