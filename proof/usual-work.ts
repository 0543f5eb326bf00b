import type { RecordedExchange } from '../fixtures/exchange.ts';
import { judgeSelected } from '../properties/rule-judges.ts';
import { simulate } from '../simulation/simulated-run.ts';

/** What one rule, or one case of a property, does to a sound platform. */
export interface UsualWork {
  requests: number;
  writes: number;
  creates: Record<string, number>;
  deletesUsers: number;
}

const kinds: Readonly<Record<string, string>> = {
  '/customers': 'customers',
  '/products': 'products',
  '/stores': 'stores',
  '/abandoned-carts': 'abandoned carts',
  '/orders': 'orders',
  '/coupons': 'coupons',
  '/coupons/shared': 'shared coupons',
};

const kindOf = ({ request: { method, path } }: RecordedExchange): string | undefined =>
  method === 'POST' && Object.hasOwn(kinds, path) ? kinds[path] : undefined;

const workOf = (exchanges: readonly RecordedExchange[], cases: number): UsualWork => {
  const perCase = ({ length }: readonly RecordedExchange[]): number => Math.round((10 * length) / cases) / 10;
  const accepted = exchanges.filter((exchange) => 'status' in exchange && exchange.status < 300);
  const created = [...Map.groupBy(accepted, kindOf)];
  return {
    requests: perCase(exchanges),
    writes: perCase(exchanges.filter(({ request }) => request.method !== 'GET')),
    creates: Object.fromEntries(created.flatMap(([kind, all]) => (kind === undefined ? [] : [[kind, perCase(all)]]))),
    deletesUsers: accepted.filter(({ request }) => request.method === 'DELETE' && request.path.startsWith('/users/'))
      .length,
  };
};

/** What the chosen rules do in a simulated run at full depth, by their ids. */
export const usualWork = (
  isChosen: (rule: { id: string }) => boolean = () => true,
): Promise<Record<string, UsualWork>> =>
  simulate({ seed: 1, depth: 'full' }, async (session) => {
    const verdicts = await judgeSelected(session, isChosen);
    const byRule = Map.groupBy(session.exchanges, ({ by }) => by);
    return Object.fromEntries(
      verdicts.map(({ rule, search }) => [rule, workOf(byRule.get(rule) ?? [], search?.cases || 1)]),
    );
  });

/** One line for each rule, so that a change shows as one line. */
export const workInLines = (work: Record<string, UsualWork>): string =>
  `{\n${Object.entries(work)
    .map(([id, each]) => `  ${JSON.stringify(id)}: ${JSON.stringify(each)}`)
    .join(',\n')}\n}\n`;
