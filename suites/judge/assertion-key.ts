import type { Assertion } from '../../core/exchange.ts';
import type { RecordedExchange } from '../../fixtures/exchange.ts';
import type { Deliveries } from '../subject.ts';

/** Words with a digit, such as ids, names, phones, codes and dates. Each try has its own. */
const ownValue = /[^\s,;"'`(){}[\]]*\d[^\s,;"'`(){}[\]]*/g;

/** The method and route of a request, without the ids and keys in it. */
export const placeOf = ({ request: { method, path } }: Pick<RecordedExchange, 'request'>): string =>
  `${method} ${(path.split('?')[0] ?? '')
    .split('/')
    .map((segment) => segment.replace(/^.*\d.*$/, '#'))
    .join('/')}`;

/** Statuses distinguish assertions. Other numbers, and the company, may differ between tries. */
const withoutOwnValues = ({ pointer, expected }: Assertion, company: string): string =>
  pointer === 'status' ? expected : expected.replaceAll(company, '#').replaceAll(ownValue, '#');

interface Asserted {
  exchanges: readonly Pick<RecordedExchange, 'request' | 'company' | 'assertions'>[];
  deliveries: readonly Pick<Deliveries, 'company' | 'assertions'>[];
}

/**
 * Identifies the assertion at which a try failed, so that tries can be compared. The key consists of its request, its
 * pointer, what it expected without the try's own values, and how many like it the try had made. Without the count, a
 * check that reads twenty pages would have twenty chances to fail by accident at what looks like the same assertion.
 */
export const failedAssertionKey = (asserted: Asserted): string | undefined => {
  const assertions = assertionsOf(asserted);
  const broken = assertions.find(({ held }) => !held)?.name;
  return broken && `${broken} #${assertions.filter(({ name }) => name === broken).length}`;
};

/** Whether a try made the assertion that this key of `failedAssertionKey` identifies, and it held. */
export const heldAssertion = (asserted: Asserted, name: string): boolean => {
  const [assertion, count] = [name.slice(0, name.lastIndexOf(' #')), Number(name.slice(name.lastIndexOf('#') + 1))];
  return assertionsOf(asserted).filter((made) => made.held && made.name === assertion).length >= count;
};

const assertionsOf = ({ exchanges, deliveries }: Asserted): { name: string; held: boolean }[] =>
  [
    ...exchanges.map((exchange) => ({ ...exchange, place: placeOf(exchange) })),
    ...deliveries.map((seen) => ({ ...seen, place: 'deliveries' })),
  ].flatMap(({ place, company, assertions }) =>
    assertions.map((made) => ({
      name: `${place} ${made.pointer} ${withoutOwnValues(made, company)}`,
      held: made.held,
    })),
  );
