import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../fixtures/processes/free-port.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { K6Error } from './k6-error.ts';

const usualPort = 5665;
const host = '127.0.0.1';

/** Whether an output of k6 is its page during the run. */
export const isLiveOutput = (output: string): boolean => /^web-dashboard(=|$)/.test(output);
export const livePageUrl = `http://${host}:${usualPort}`;

/** The page of k6 during the load. */
interface LivePage {
  /** The port at which k6 has to serve it. */
  readonly k6Port: number;
  /** Disconnects browsers: k6 does not end while one shows its page. */
  end(): void;
}

/** Serves the page through a proxy, so that browsers can be disconnected when the load ends. */
export const serveLivePage = async (): Promise<LivePage> => {
  const k6Port = await freePort(host);
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
    server.listen(usualPort, host);
    await once(server, 'listening');
  } catch (error) {
    throw new K6Error(
      `The page of k6 cannot be served at ${host}:${usualPort}: ${messageOf(error)}. Free the port, or leave out --k6-out web-dashboard.`,
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
