import { createServer, type IncomingMessage } from 'node:http';
import { fileJournal, onThisMachine } from './on-this-machine.ts';
import { settingsFrom } from './settings.ts';
import { memoryJournal } from './surroundings.ts';
import { createTills } from './tills.ts';

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
};

const { TILL_PORT = '4200', TILL_JOURNAL } = process.env;
const tills = createTills({
  settings: settingsFrom(process.env),
  surroundings: onThisMachine,
  openJournal: (company) =>
    TILL_JOURNAL === undefined
      ? memoryJournal()
      : fileJournal(company === 'first' ? TILL_JOURNAL : `${TILL_JOURNAL}.${company}`),
  receiverUrl: `http://127.0.0.1:${TILL_PORT}/notices`,
  note: (text) => void process.stderr.write(`${text}\n`),
});

/** No failure ends the till, not even a request that breaks off. */
const answerTo = async (request: IncomingMessage): ReturnType<typeof tills.answer> => {
  const { method = 'GET', url = '/', headers } = request;
  const { authorization } = headers;
  try {
    return await tills.answer({ method, path: url, authorization, text: await bodyOf(request) });
  } catch (error) {
    return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } };
  }
};

createServer(async (request, response) => {
  const answer = await answerTo(request);
  if (answer === 'silence') return;
  if (answer === 'hang-up') {
    request.socket.destroy();
    return;
  }
  const { status, body } = answer;
  response.writeHead(status, body === undefined ? {} : { 'content-type': 'application/json' });
  response.end(body === undefined ? '' : JSON.stringify(body));
}).listen(Number(TILL_PORT), '127.0.0.1');
