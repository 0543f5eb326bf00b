import { once } from 'node:events';
import { request as ask, createServer } from 'node:http';

/** An address in front of a target. */
export interface Proxy extends AsyncDisposable {
  url: string;
}

/** Passes requests on to a target, and resets every connection on which `isUnlucky` says so, once the target has the request. */
export const startResetting = async (targetUrl: string, isUnlucky: () => boolean): Promise<Proxy> => {
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const passedOn = ask(new URL(url ?? '/', targetUrl), { method, headers }, (answer) => {
      if (isUnlucky()) {
        answer.resume();
        incoming.socket.resetAndDestroy();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passedOn.on('error', () => incoming.socket.destroy());
    incoming.pipe(passedOn);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
