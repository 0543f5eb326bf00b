import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { type Listening, listen } from '../../fixtures/processes/listening.ts';

/** A proxy for a server. When it is cut, it refuses connections, as if the server were down. */
export interface Cuttable {
  url: string;
  /** A POST cuts the proxy. */
  cutUrl: string;
  openUrl: string;
}

/** The proxy lives as long as its process. */
export const startCuttable = async (target: string): Promise<Cuttable> => {
  const { port, hostname } = new URL(target);
  const open = (at?: Pick<Listening, 'port'>): Promise<Listening> => {
    const proxy = createServer((incoming) => {
      const outgoing = connect(Number(port), hostname);
      for (const [socket, other] of [[incoming, outgoing] as const, [outgoing, incoming] as const]) {
        socket.on('error', () => {});
        socket.on('close', () => other.destroy());
      }
      incoming.pipe(outgoing).pipe(incoming);
    });
    return listen(proxy, at);
  };
  let listening = await open();
  const control = await listen(
    createHttpServer(async (request, response) => {
      if (request.url === '/cut') await listening[Symbol.asyncDispose]();
      else listening = await open(listening);
      response.end();
    }),
  );
  return { url: listening.url, cutUrl: `${control.url}/cut`, openUrl: `${control.url}/open` };
};
