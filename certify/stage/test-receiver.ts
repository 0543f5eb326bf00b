import { serving } from '../../fixtures/test-server.ts';

/** A receiver that records notifications and answers 204 by default. */
export interface TestReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: { authorization: string | undefined; body: Record<string, unknown> }[];
  /** The status of the next responses. */
  status: number;
}

export const startTestReceiver = async (): Promise<TestReceiver> => {
  const received: TestReceiver['received'] = [];
  const receiver = { status: 204 };
  const server = await serving((request, response) => {
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
  return {
    url: `${server.url}/hook`,
    received,
    get status() {
      return receiver.status;
    },
    set status(status) {
      receiver.status = status;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
};
