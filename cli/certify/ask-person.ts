import type { Readable, Writable } from 'node:stream';
import { isCancel, select, text } from '@clack/prompts';
import type { Ask } from '../../certify/triggers/prompt-trigger.ts';

/** The terminal of the person who is asked. */
interface Terminal {
  input: Readable;
  output: Writable & { isTTY?: boolean };
  /** Withdraws the question. */
  signal: AbortSignal;
}

const clock = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

const duration = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** Asks a person. On a terminal, the question counts down the time that is left. */
export const askAt =
  ({ signal, ...terminal }: Terminal): Ask =>
  async ({ text: question, wantsId, timeoutMs }) => {
    const untilMs = Date.now() + timeoutMs;
    const isCountedDown = terminal.output.isTTY === true;
    const limit = (): string => (isCountedDown ? `${duration(untilMs - Date.now())} left` : `until ${clock(untilMs)}`);
    const timeout = AbortSignal.timeout(timeoutMs);
    const shared = { ...terminal, signal: AbortSignal.any([timeout, signal]) };
    // a prompt draws its message again when the size of the terminal changes
    const ticking = isCountedDown ? setInterval(() => terminal.output.emit('resize'), 1000) : undefined;
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
      if (isCancel(said)) return { said: timeout.aborted ? 'nothing' : 'canceled' };
      if (said === 'cannot') return { said: 'cannot' };
      if (!wantsId) return { said: 'done' };
      const id = await text({
        ...shared,
        get message() {
          return `Its number or code in the shop, if it has one (${limit()})`;
        },
        defaultValue: '',
      });
      if (isCancel(id)) return { said: timeout.aborted ? 'done' : 'canceled' };
      return id === '' ? { said: 'done' } : { said: 'done', id };
    } finally {
      clearInterval(ticking);
    }
  };

/** Asks the person at this terminal. The signal withdraws the question. */
export const askPerson =
  (signal: AbortSignal): Ask =>
  async (question) => {
    const asked = await askAt({ input: process.stdin, output: process.stdout, signal })(question);
    // while a question is open, Ctrl-C does not reach this process as a signal
    if (asked.said === 'canceled' && !signal.aborted) process.emit('SIGINT');
    return asked;
  };
