import type { Deliveries } from '../../subject.ts';
import type { Receiver } from '../environment.ts';
import type { RecordedOrder } from './recorded-order.ts';

/** A capture server that receives what it received in a recorded try. */
export const recordedCapture = (order: RecordedOrder, deliveries: readonly Deliveries[]): Receiver['capture'] => {
  const looks = [...deliveries];

  const urlOf = (words: string): Promise<string> =>
    order.ask({
      words,
      isAnsweredBy: (reached) => 'url' in reached,
      valueOf: (reached) => ('url' in reached ? reached.url : ''),
    });

  const listenerIs = (state: 'open' | 'closed'): Promise<void> =>
    order.ask({
      words: `a listener that is ${state}`,
      isAnsweredBy: (reached) => 'listener' in reached && reached.listener === state,
      valueOf: () => {},
      otherwise: () => {},
    });

  return {
    openMailbox: () => urlOf('a further mailbox'),
    openListener: async () => ({
      url: await urlOf('a listener of its own'),
      close: () => listenerIs('closed'),
      reopen: () => listenerIs('open'),
    }),
    script(_, key) {
      const about = 'order' in key ? key.order : key.code;
      return order.ask({
        words: `a script for ${about}`,
        isAnsweredBy: (reached) => 'scripted' in reached && reached.scripted === about,
        valueOf: () => {},
        otherwise: () => {},
      });
    },
    waitFor({ order: named, code }) {
      const about = named ?? code;
      return order.ask({
        words: `the deliveries for ${about}`,
        isAnsweredBy: (reached) => 'deliveries' in reached && reached.deliveries === about,
        valueOf: () => ({ complete: true, attempts: [...(looks.shift()?.attempts ?? [])] }),
      });
    },
    dropped() {
      // a loss is recorded right after the look that it affects: while there are looks before it, it belongs to a later
      // one
      const next = order.next((reached) => 'deliveries' in reached || 'dropped' in reached);
      if (next === undefined || !('dropped' in next)) return 0;
      return order.take((reached) => 'dropped' in reached)?.dropped ?? 0;
    },
  };
};
