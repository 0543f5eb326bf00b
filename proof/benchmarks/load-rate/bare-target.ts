import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../../../fixtures/processes/listening.ts';

/** The first argument of the process, as JSON. */
export interface BareTargetOptions {
  /** Whether the answer to a write shows the order's id; otherwise only a lookup does. */
  returnsId: boolean;
  takesMs: number;
}

/** Requests since the last report. */
export interface Counted {
  posts: number;
  puts: number;
  lookups: number;
}

interface Stored {
  id: string;
  text: string;
}

const lookupPath = '/orders/external/';

const { returnsId, takesMs }: BareTargetOptions = JSON.parse(process.argv[2] ?? '{}');
const orders = new Map<string, Stored>();
let counted: Counted = { posts: 0, puts: 0, lookups: 0 };

const write = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
};

const answer: typeof write = (...answered) => {
  if (takesMs > 0) setTimeout(write, takesMs, ...answered);
  else write(...answered);
};

const withId = ({ id, text }: Stored): string => `{"id":"${id}",${text.slice(1)}`;

const store = (request: IncomingMessage, response: ServerResponse): void => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const text = Buffer.concat(chunks).toString();
    const { externalId } = JSON.parse(text) as { externalId: string };
    const order = { id: orders.get(externalId)?.id ?? randomUUID(), text };
    orders.set(externalId, order);
    counted[request.method === 'POST' ? 'posts' : 'puts'] += 1;
    answer(response, 200, returnsId ? withId(order) : text);
  });
};

// A target that only remembers orders, so that it costs every sender the same.
const { port } = await listen(
  createServer((request, response) => {
    const { method, url = '' } = request;
    if (method !== 'GET') return store(request, response);
    counted.lookups += 1;
    const order = orders.get(url.slice(lookupPath.length));
    if (order === undefined) answer(response, 404, '{"statusCode":404,"message":"Not Found"}');
    else answer(response, 200, withId(order));
  }),
);
process.send?.(port);
process.on('message', () => {
  process.send?.(counted);
  counted = { posts: 0, puts: 0, lookups: 0 };
  orders.clear();
});
process.on('disconnect', () => process.exit());
