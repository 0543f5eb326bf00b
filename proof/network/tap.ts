import { createServer, request } from 'node:http';
import { listen } from '../../fixtures/processes/listening.ts';

interface Passed {
  /** Path and query. */
  url: string;
  body: string;
}

/** A server in front of a receiver that records what reaches it. */
export interface Tap extends AsyncDisposable {
  url: string;
  passOnTo(url: string): void;
  passed: readonly Passed[];
}

export const startTap = async (): Promise<Tap> => {
  const passed: Passed[] = [];
  let receiverUrl: string | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const chunks = await Array.fromAsync<Buffer>(incoming).catch(() => undefined);
    if (chunks === undefined || receiverUrl === undefined) {
      outgoing.destroy();
      return;
    }
    const body = Buffer.concat(chunks);
    const { 'transfer-encoding': _, connection: __, ...headers } = incoming.headers;
    const passedOn = request(
      new URL(incoming.url ?? '/', receiverUrl),
      { method: incoming.method, headers: { ...headers, 'content-length': body.length }, agent: false },
      (answered) => {
        outgoing.writeHead(answered.statusCode ?? 502, answered.headers);
        answered.pipe(outgoing);
      },
    );
    passedOn.on('finish', () => passed.push({ url: incoming.url ?? '', body: body.toString('utf8') }));
    passedOn.on('error', () => outgoing.destroy());
    // the receiver must notice a sender that hangs up
    outgoing.on('close', () => passedOn.destroy());
    passedOn.end(body);
  });
  server.keepAliveTimeout = 65_000;
  const listening = await listen(server);
  return {
    url: `http://127.0.0.1:${listening.port}`,
    passed,
    passOnTo(url) {
      receiverUrl = url;
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
};
