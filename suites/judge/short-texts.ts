import type { Assertion } from '../../core/exchange.ts';
import { brief } from '../../core/json.ts';
import type { Violation } from '../../core/verdict.ts';

const shortened = <Compared extends Pick<Assertion, 'expected' | 'actual'>>(compared: Compared): Compared => {
  const [expected, actual] = [brief(compared.expected), brief(compared.actual)];
  const isBrief = expected === compared.expected && actual === compared.actual;
  return isBrief ? compared : { ...compared, expected, actual };
};

interface Evidence {
  violation?: Violation;
  exchanges?: readonly { assertions: readonly Assertion[] }[];
  deliveries?: readonly { assertions: readonly Assertion[] }[];
}

/**
 * Shortens the long texts of assertions. The secrets must be removed first. Otherwise their length would decide where a
 * text is cut, and a verdict that is judged again from its recording would differ.
 */
export const withShortTexts = <Judged extends Evidence>(judged: Judged): Judged => ({
  ...judged,
  ...(judged.violation ? { violation: shortened(judged.violation) } : {}),
  ...(judged.exchanges
    ? { exchanges: judged.exchanges.map((sent) => ({ ...sent, assertions: sent.assertions.map(shortened) })) }
    : {}),
  ...(judged.deliveries
    ? { deliveries: judged.deliveries.map((seen) => ({ ...seen, assertions: seen.assertions.map(shortened) })) }
    : {}),
});
