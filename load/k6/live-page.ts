import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { K6Error } from './k6-error.ts';

/** Where k6 itself would serve its page. */
const usualPort = 5665;
const host = '127.0.0.1';

/** The output of k6 that asks for its page during the run. */
export const isLiveOutput = (output: string): boolean => /^web-dashboard(=|$)/.test(output);
/** Where the page is while the load goes on. */
export const livePageUrl = `http://${host}:${usualPort}`;

/** k6's own page during the load. */
export interface LivePage {
  /** Where k6 is to serve it. */
  readonly k6Port: number;
  /** Closes it. k6 does not end, and writes no summary, for as long as a browser shows its page. */
  end(): void;
}

const listening = async (server: Server, port: number): Promise<number> => {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};

const freePort = async (): Promise<number> => {
  const server = createServer();
  const port = await listening(server, 0);
  server.close();
  await once(server, 'close');
  return port;
};

/** Passes browsers on to k6, so that they can be cut off when the load ends. */
export const serveLivePage = async (port = usualPort): Promise<LivePage> => {
  const k6Port = await freePort();
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const k6 = connect(k6Port, host);
    for (const socket of [browser, k6]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('error', () => k6.destroy());
    k6.on('error', () => browser.destroy());
    browser.pipe(k6).pipe(browser);
  });
  try {
    await listening(server, port);
  } catch (error) {
    throw new K6Error(
      `The page of k6 cannot be served at ${host}:${port}: ${messageOf(error)}. Free the port, or leave out --k6-out web-dashboard.`,
    );
  }
  server.unref();
  return {
    k6Port,
    end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
};
