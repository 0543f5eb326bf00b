import type { Assertion, RecordedExchange } from '../fixtures/exchange.ts';
import type { Deliveries } from './subject.ts';
import type { Violation } from './verdict.ts';

const longest = 300;

/** A text cut where it grows long, never within the name of a secret. */
export const brief = (text: string): string => {
  if (text.length <= longest) return text;
  const kept = text.slice(0, longest);
  const mark = kept.lastIndexOf('«');
  const isWithin = mark !== -1 && !kept.includes('»', mark) && text.includes('»', longest);
  return `${isWithin ? kept.slice(0, mark) : kept}… (${text.length} characters)`;
};

const briefly = <Compared extends Pick<Assertion, 'expected' | 'actual'>>(compared: Compared): Compared => ({
  ...compared,
  expected: brief(compared.expected),
  actual: brief(compared.actual),
});

interface Said {
  violation?: Violation;
  exchanges?: readonly RecordedExchange[];
  deliveries?: readonly Deliveries[];
}

/**
 * What was asserted, with its long texts cut. The secrets must be out of it: how long they are would otherwise decide
 * where a text is cut, and what is judged again from the record, where their names stand, would be cut elsewhere.
 */
export const inBrief = <Judged extends Said>(judged: Judged): Judged => ({
  ...judged,
  ...(judged.violation ? { violation: briefly(judged.violation) } : {}),
  ...(judged.exchanges
    ? { exchanges: judged.exchanges.map((sent) => ({ ...sent, assertions: sent.assertions.map(briefly) })) }
    : {}),
  ...(judged.deliveries
    ? { deliveries: judged.deliveries.map((seen) => ({ ...seen, assertions: seen.assertions.map(briefly) })) }
    : {}),
});
