import { zeroCounts } from '../../fixtures/capture/control/counts.ts';
import { type BoundedServer, startBoundedServer } from '../../fixtures/capture/receive/bounded-server.ts';
import { defaultLimits } from '../../fixtures/capture/receive/limits.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { openArrivalJournal } from './arrival-journal.ts';
import { bounds } from './bounds.ts';
import { watchLoop } from './loop-watch.ts';
import type { Asked, ProcessMessage, ProcessReport, ProcessSettings, Request } from './process-messages.ts';
import { Receiver } from './receiver.ts';
import { createRefusals } from './refusals.ts';

// a process of the capture, started by `startCaptureProcess`

interface Begun {
  report(): Promise<ProcessReport>;
  perform(request: Request): Promise<void>;
  close(): Promise<void>;
}

const begin = (settings: ProcessSettings): Begun => {
  const { host } = settings;
  const journal = openArrivalJournal(settings.journal);
  const loop = watchLoop();
  const receiver = new Receiver({ ...settings, refusals: createRefusals(settings), journal, loop, bounds });
  const counts = zeroCounts();
  let server: BoundedServer | undefined;

  return {
    async report() {
      await journal.flush();
      return {
        ...receiver.counts,
        turnedAway: receiver.counts.turnedAway + counts.refusedConnections,
        unreadable: receiver.counts.unreadable + counts.malformed,
        loopDelayP99Ms: loop.p99Ms(),
        cpuSeconds: (({ user, system }) => (user + system) / 1e6)(process.cpuUsage()),
      };
    },
    async perform(request) {
      if (request.kind === 'behave') receiver.behavior = request.behavior;
      if (request.kind === 'listen') {
        const { onRequest } = receiver;
        server = await startBoundedServer({ host, port: request.port, limits: defaultLimits, counts, onRequest });
      }
      if (request.kind === 'close' || request.kind === 'end') await server?.close();
    },
    async close() {
      loop[Symbol.dispose]();
      await journal.close();
    },
  };
};

const send = (message: ProcessMessage, onSent?: () => void): void => {
  process.send?.(message, undefined, undefined, (error) => {
    // with an error, the primary is gone and this process is about to end
    if (error === null) onSent?.();
  });
};

const reportMemory = (): void => send({ kind: 'memory', bytes: process.memoryUsage.rss() });

let begun: Begun | undefined;

const answer = async ({ number, request }: Asked): Promise<void> => {
  try {
    if (request.kind === 'begin') begun = begin(request.settings);
    if (begun === undefined) throw new Error('not begun yet');
    await begun.perform(request);
    const report = await begun.report();
    if (request.kind === 'end') await begun.close();
    send({ kind: 'done', number, report }, () => {
      if (request.kind === 'end') process.exit();
    });
  } catch (error) {
    const message = messageOf(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    send({ kind: 'failed', number, message, code });
  }
};

process.on('message', (asked: Asked) => void answer(asked));
// Ctrl+C reaches every process of a terminal, but only the primary decides when this one ends
process.on('SIGINT', () => {});
reportMemory();
setInterval(reportMemory, 1_000);
