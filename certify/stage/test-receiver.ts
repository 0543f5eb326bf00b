import { once } from 'node:events';
import { createServer } from 'node:http';

/** A receiver that keeps what comes, and answers 204 unless told otherwise. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: { authorization: string | undefined; body: Record<string, unknown> }[];
  /** Status of the answers from now on. */
  status: number;
}

export const startTestReceiver = async (): Promise<TestReceiver> => {
  const received: TestReceiver['received'] = [];
  const receiver = { status: 204 };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({
        authorization: request.headers.authorization,
        body: JSON.parse(text) as Record<string, unknown>,
      });
      response.writeHead(receiver.status).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hook`,
    received,
    get status() {
      return receiver.status;
    },
    set status(status) {
      receiver.status = status;
    },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
