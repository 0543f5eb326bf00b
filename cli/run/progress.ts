import type { Verdict } from '../../core/verdict.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { probesTheEdge } from '../../suites/capability.ts';
import { liveLine } from '../live-line.ts';

export interface Progress extends Disposable {
  judged(verdict: Verdict): void;
}

const redrawEveryMs = 100;
const lineEveryMs = 5_000;
const shownWaiting = 4;

/** Shows one live line on a terminal, otherwise a line every few seconds. */
export const showProgress = (selected: readonly ListedRule[], stream: NodeJS.WriteStream): Progress => {
  const inOrder = selected.toSorted((a, b) => Number(probesTheEdge(a)) - Number(probesTheEdge(b)));
  const waiting = new Set(inOrder.map(({ id }) => id));
  const startedAt = Date.now();
  let failed = 0;
  const state = (): string => {
    const ids = [...waiting];
    const more = ids.length > shownWaiting ? ` and ${ids.length - shownWaiting} more` : '';
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    const still = ids.length > 0 ? `waiting for ${ids.slice(0, shownWaiting).join(', ')}${more}` : 'cleaning up';
    return `${selected.length - ids.length} of ${selected.length} judged · ${failed} failed · ${seconds} s · ${still}`;
  };
  const line = liveLine(stream);
  const timer = setInterval(() => line.write(state()), stream.isTTY ? redrawEveryMs : lineEveryMs);
  timer.unref();
  return {
    judged({ rule, outcome }) {
      waiting.delete(rule);
      if (outcome === 'fail') failed++;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      line[Symbol.dispose]();
    },
  };
};
