import { createServer, request } from 'node:http';
import { listen } from '../../fixtures/processes/listening.ts';

/** A server in front of a receiver. */
export interface Tap extends AsyncDisposable {
  url: string;
  passOnTo(url: string): void;
  /** What reached it, by path and query. */
  passed: readonly { url: string; body: string }[];
}

export const startTap = async (): Promise<Tap> => {
  const passed: { url: string; body: string }[] = [];
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
  return {
    ...(await listen(server)),
    passed,
    passOnTo(url) {
      receiverUrl = url;
    },
  };
};
