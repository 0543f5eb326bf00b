import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { Ask } from '../../certify/triggers/prompt-trigger.ts';

/** Where a person sits. */
interface Seat {
  input: Readable;
  output: Writable & { isTTY?: boolean };
  /** Takes the question away. */
  signal: AbortSignal;
}

/** A clock time that people read. */
const clock = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Minutes and seconds. */
const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Asks the person at the terminal. On a terminal the time that is left is counted down. */
export const askAt =
  ({ signal, ...seat }: Seat): Ask =>
  async ({ text: question, wantsId, timeoutMs }) => {
    const untilMs = Date.now() + timeoutMs;
    const isCountedDown = seat.output.isTTY === true;
    const limit = (): string => (isCountedDown ? `${duration(untilMs - Date.now())} left` : `until ${clock(untilMs)}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const shared = { ...seat, signal: AbortSignal.any([timeout, signal]) };
    // a prompt has its message drawn again when the terminal changes its size, and writes only what is new of it
    const ticking = isCountedDown ? setInterval(() => seat.output.emit('resize'), 1000) : undefined;
    try {
      const said = await select({
        ...shared,
        get message() {
          return `${question} (${limit()})`;
        },
        options: [
          { value: 'done', label: 'done' },
          { value: 'cannot', label: 'cannot do' },
        ],
      });
      if (isCancel(said)) return { said: timeout.aborted ? 'nothing' : 'cancelled' };
      if (said === 'cannot') return { said: 'cannot' };
      if (!wantsId) return { said: 'done' };
      const id = await text({
        ...shared,
        get message() {
          return `Its number or code in the shop, if it has one (${limit()})`;
        },
        defaultValue: '',
      });
      if (isCancel(id)) return { said: timeout.aborted ? 'done' : 'cancelled' };
      return id === '' ? { said: 'done' } : { said: 'done', id };
    } finally {
      clearInterval(ticking);
    }
  };

/** Asks the person at the terminal of this process, until the signal. */
export const askPerson =
  (signal: AbortSignal): Ask =>
  async (question) => {
    const asked = await askAt({ input: process.stdin, output: process.stdout, signal })(question);
    // a question keeps the terminal's Ctrl-C from us
    if (asked.said === 'cancelled' && !signal.aborted) process.emit('SIGINT');
    return asked;
  };
