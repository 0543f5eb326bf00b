import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that can be cut: then connections to it are refused, as if it were down. */
export interface Cuttable {
  url: string;
  /** POST there cuts it, or opens it again. */
  cutUrl: string;
  openUrl: string;
}

const listenOn = async (server: Server, port: number): Promise<void> => {
  const listening = once(server, 'listening');
  server.listen(port, '127.0.0.1');
  await listening;
};

/** Starts one; it lives as long as its process. */
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
