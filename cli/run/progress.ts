import { clearLine, cursorTo } from 'node:readline';
import type { Verdict } from '../../core/verdict.ts';
import type { ListedRule } from '../../reports/listed-rules.ts';
import { probesTheEdge } from '../../suites/capability.ts';

export interface Progress extends Disposable {
  judged(verdict: Verdict): void;
}

const redrawEveryMs = 100;
const lineEveryMs = 5_000;
const shownWaiting = 4;

const stateOf = (waiting: ReadonlySet<string>, total: number, faults: number, startedAt: number): string => {
  const ids = [...waiting];
  const more = ids.length > shownWaiting ? ` and ${ids.length - shownWaiting} more` : '';
  const seconds = Math.round((Date.now() - startedAt) / 1000);
  const still = ids.length > 0 ? `waiting for ${ids.slice(0, shownWaiting).join(', ')}${more}` : 'cleaning up';
  return `${total - ids.length} of ${total} judged · ${faults} failed · ${seconds} s · ${still}`;
};

/** Shows one live line on a terminal, otherwise a line every few seconds. */
export const showProgress = (selected: readonly ListedRule[], stream: NodeJS.WriteStream): Progress => {
  const inOrder = selected.toSorted((a, b) => Number(probesTheEdge(a)) - Number(probesTheEdge(b)));
  const waiting = new Set(inOrder.map(({ id }) => id));
  const startedAt = Date.now();
  let faults = 0;
  const state = (): string => stateOf(waiting, selected.length, faults, startedAt);
  const erase = (): void => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  const draw = (): void => {
    erase();
    stream.write(state().slice(0, stream.columns - 1));
  };
  const timer = stream.isTTY
    ? setInterval(draw, redrawEveryMs)
    : setInterval(() => stream.write(`${state()}\n`), lineEveryMs);
  timer.unref();
  let isOver = false;
  return {
    judged({ rule, outcome }) {
      waiting.delete(rule);
      if (outcome === 'fail') faults++;
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      if (stream.isTTY && !isOver) erase();
      isOver = true;
    },
  };
};
