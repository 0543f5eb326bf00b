import { select, text } from '@clack/prompts';
import type { Ask } from '../../certify/triggers/prompt-trigger.ts';

/** A clock time that people read. */
const clock = (atMs: number): string =>
  new Date(atMs).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

/** Asks whoever sits at the terminal. Without an answer in time, or when the question is cancelled, nothing was said. */
export const askPerson: Ask = async ({ text: question, wantsId, patienceMs }) => {
  const signal = AbortSignal.timeout(patienceMs);
  const said = await select({
    message: `${question} (until ${clock(Date.now() + patienceMs)})`,
    options: [
      { value: 'done', label: 'done' },
      { value: 'cannot', label: 'cannot do' },
    ],
    signal,
  });
  if (said === 'cannot') return { said: 'cannot' };
  if (said !== 'done') return { said: 'nothing' };
  if (!wantsId) return { said: 'done' };
  const id = await text({ message: 'Its number or code in the shop, if it has one', defaultValue: '', signal });
  return typeof id === 'string' && id !== '' ? { said: 'done', id } : { said: 'done' };
};
