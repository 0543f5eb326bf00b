import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerCall } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import type { Runtime } from '../../fixtures/runtime.ts';
import { maxBodyBytes, SenderGone } from '../read-body.ts';
import { answerCall } from './answer-call.ts';
import { type ArrivedRequest, refusalOf, type Serve, type ServedAnswer } from './arrived-request.ts';
import { bearersIn } from './bearer-field.ts';
import type { Disturbances } from './disturbances.ts';
import { type Forward, targetOf } from './forward.ts';
import type { Transcript } from './transcript.ts';
import type { UsualPath } from './usual-path.ts';

interface FrontOptions {
  forward: Forward;
  usualPath: UsualPath;
  transcript: Transcript;
  disturbances: Disturbances;
  runtime: Pick<Runtime, 'pause'>;
  /** Milliseconds for which a call that is never answered stays open. */
  holdMs: number;
  /** Answers requests below `/selo/`, which are neither recorded nor disturbed. If left out, they count as calls. */
  control?: Control;
  /** Called with an error of Selo itself. */
  onFault: (error: unknown) => void;
}

/** Answers a request. Rejects with `SenderGone` when the sender disconnects. */
export type RequestHandler = (request: ArrivedRequest) => Promise<ServedAnswer>;

/** Requests for Selo itself. */
export interface Control {
  handle: RequestHandler;
  /** The bearer that they need. */
  token: Secret;
}

/** Receives all calls of the partner, records them, and may disturb them. */
export interface Front {
  serve: Serve;
  /** Why the partner cannot be judged further; undefined while it can. */
  hindrance(): string | undefined;
}

/** Requests below this path are no calls of the platform. */
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
        tookMs: transcript.since(atMs),
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
      hindrance ??= `the partner sent more than ${maxBodyBytes / 1024 / 1024} MB at once with ${method} ${path}`;
      const refusal = refusalOf(413, `A body may have ${maxBodyBytes} bytes`);
      note(`(more than ${maxBodyBytes} bytes)`, { status: refusal.status, body: refusal.body });
      return refusal;
    }
    // must precede every note that may contain one
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
