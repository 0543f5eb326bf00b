import type { Assertion } from '../../core/exchange.ts';
import { brief } from '../../core/json.ts';
import type { Violation } from '../../core/verdict.ts';

const briefly = <Compared extends Pick<Assertion, 'expected' | 'actual'>>(compared: Compared): Compared => {
  const [expected, actual] = [brief(compared.expected), brief(compared.actual)];
  const isBrief = expected === compared.expected && actual === compared.actual;
  return isBrief ? compared : { ...compared, expected, actual };
};

interface Said {
  violation?: Violation;
  exchanges?: readonly { assertions: readonly Assertion[] }[];
  deliveries?: readonly { assertions: readonly Assertion[] }[];
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
