import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy for a server. When it is cut, it refuses connections, as if the server were down. */
export interface Cuttable {
  url: string;
  /** A POST cuts the proxy. */
  cutUrl: string;
  openUrl: string;
}

const listenOn = async (server: Server, port: number): Promise<void> => {
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
};

/** The proxy lives as long as its process. */
export const startCuttable = async (target: string): Promise<Cuttable> => {
  const { port, hostname } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname);
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  await listenOn(server, 0);
  const { port: own } = server.address() as AddressInfo;
  const control = createHttpServer(async (request, response) => {
    if (request.url === '/cut') {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    } else {
      await listenOn(server, own);
    }
    response.end();
  });
  await listenOn(control, 0);
  const { port: controlPort } = control.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    cutUrl: `http://127.0.0.1:${controlPort}/cut`,
    openUrl: `http://127.0.0.1:${controlPort}/open`,
  };
};
