import { methodOf, type Route } from '../../core/routes.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { expectHolds, expectNothing } from '../judge/expect.ts';
import { Unverified } from '../judge/outcome.ts';
import { filledPath } from '../path.ts';
import { needsOf } from '../route-access.ts';
import type { Rule } from '../rule.ts';
import { type KeyedKind, type Known, keyIn } from './keyed-kinds.ts';
import { digitsOf, neighborOf, nextDigit } from './phones.ts';
import { expectStillThere } from './still-there.ts';

/** A record, and a second one of the same company, customer and provider. */
type Two = readonly [Known, Known];

/** A lookup, and the field in which it shows a change. */
interface ShownBy {
  lookup: Route;
  field: string;
}

/** Updates whose response for an unknown key the document does not show. Only a change of a record is a fault there. */
const openUpdates: Partial<Record<Route, ShownBy>> = {
  'PUT /coupons/code/:code': { lookup: 'GET /coupons/code/:code', field: 'externalId' },
};

/** May find another coupon by the integer that a shared one stores. */
const findsOthers: Route = 'GET /coupons/external/:externalId';

/** Phones that differ in the last digit, lack it, or have another area code. */
const otherPhones = (phone: string): string[] => [
  neighborOf(phone),
  phone.replace(/\d(?=\D*$)/, ''),
  phone.replace(/\d(?=(?:\D*\d){9}\D*$)/, nextDigit),
];

/** Parts of a key, a longer key, and a pattern that matches it. Whether the case of letters counts is open. */
const nearlyKey = (by: string, key: string): readonly [what: string, key: string][] =>
  by === 'phone'
    ? otherPhones(key).map((other) => [`a phone that differs from the record's in one digit`, other])
    : [
        [`the beginning of the record's ${by}`, key.slice(0, -2)],
        [`the end of the record's ${by}`, key.slice(2)],
        [`the record's ${by} and a digit more`, `${key}0`],
        [`a pattern that fits the record's ${by}`, `${key.slice(0, -1)}_`],
      ];

const isSame = (by: string, one: string, other = ''): boolean =>
  one.toLowerCase() === other.toLowerCase() || (by === 'phone' && digitsOf(one) === digitsOf(other));

/** Other keys of the record, and keys that resemble the right one. None of them is the right key of either record. */
const wrongKeys = (by: string, [own, neighbor]: Two): readonly [what: string, key: string][] => {
  const others = Object.entries(own.keys).flatMap(([name, key]): [string, string][] =>
    name === by || key === undefined ? [] : [[`the record's ${name}`, key]],
  );
  return [...others, ...nearlyKey(by, own.keys[by] ?? '')].filter(
    ([, key]) => ![own, neighbor].some(({ keys }) => isSame(by, key, keys[by])),
  );
};

/** A 500 shows no record, so it counts. A response of a gateway proves nothing. */
const mustNotBeGateways = (answer: Exchange): Exchange => {
  if (answer.status <= 500) return answer;
  throw new Unverified('unavailable', `${answer.request.method} ${answer.request.path} answered ${answer.status}`);
};

/** The profile may have the id of a user in other letters, which mean the same in a UUID. */
const shows = ({ text }: Exchange, { id }: Known): boolean => text.toLowerCase().includes(id.toLowerCase());

/** Asks one route for a record by its key. Returns the response and a way to ask by other keys. */
const askRoute = async ({ send }: CheckContext, [own, neighbor]: Two, route: Route) => {
  const method = methodOf(route);
  const ask = (key: string, expects5xx?: true, body = own.body): Promise<Exchange> =>
    send(method, filledPath(route, key), {
      ...(method === 'PUT' ? { body } : {}),
      ...(expects5xx ? { expects5xx } : {}),
    });
  // a deletion as a control deletes the neighbor, so that the record is still there for the wrong keys
  const control = await ask((method === 'DELETE' ? neighbor : own).keys[keyIn(route)] ?? '');
  return { ask, control };
};

type AskedRoute = Awaited<ReturnType<typeof askRoute>>;

/** Asserts that a route finds nothing by any wrong key. */
const expectNothingByWrongKeys = async ({ ask, control }: AskedRoute, two: Two, route: Route): Promise<void> => {
  for (const [what, key] of wrongKeys(keyIn(route), two)) {
    const answer = mustNotBeGateways(await ask(key, true));
    if (route === findsOthers && !two.some((record) => shows(answer, record))) continue;
    expectNothing(answer, { what: `nothing: the key sent is ${what}`, control });
  }
};

/** Asserts that an update by any wrong key changes neither of the two records. */
const expectNoChangeByWrongKeys = async (
  { send, unique }: CheckContext,
  { ask }: AskedRoute,
  two: Two,
  route: Route,
  shownBy: ShownBy,
): Promise<void> => {
  const by = keyIn(route);
  const readBoth = async (): Promise<readonly Exchange[]> => {
    const reads: Exchange[] = [];
    for (const { keys } of two) reads.push(await send('GET', filledPath(shownBy.lookup, keys[by] ?? '')));
    return reads;
  };
  const before = await readBoth();
  for (const [what, key] of wrongKeys(by, two)) {
    const value = unique.name('wrong-key');
    mustNotBeGateways(await ask(key, true, { [shownBy.field]: value }));
    const after = await readBoth();
    for (const [place, known] of before.entries()) {
      expectStillThere(after[place] ?? known, {
        before: known,
        what: `the record unchanged: ${route} was sent ${what}`,
        isUntouched: ({ text }) => !text.includes(value),
      });
    }
  }
};

/** The rule that routes find a record by the key that they name, and by nothing else. */
export const foundByItsKeyAlone = (id: Rule['id'], kind: KeyedKind): Rule => ({
  id,
  text: `A lookup by a key finds ${kind.title.toLowerCase()} only by that key, not by another key of the record or by a part of the key`,
  source: 'Endpoints › Endpoints table',
  statements: kind.statements,
  level: 'must',
  needs: kind.needs,
  async check(context) {
    const { offers, unverified } = context;
    const make = await kind.making(context);
    const two = [await make(), await make()] as const;
    const [own, neighbor] = two;
    let observed = 0;
    for (const route of kind.routes) {
      if (!offers(needsOf(route))) continue;
      const asked = await askRoute(context, two, route);
      const { control } = asked;
      // the profile's body may not send every key
      if (control.status >= 300) continue;
      observed++;
      if (methodOf(route) === 'GET') {
        const isMeant = shows(control, own) && (neighbor.id === own.id || !shows(control, neighbor));
        expectHolds(control, 'body', `the record whose ${keyIn(route)} was asked for`, control.body, isMeant);
      }
      const shownBy = openUpdates[route];
      if (shownBy) await expectNoChangeByWrongKeys(context, asked, two, route, shownBy);
      else await expectNothingByWrongKeys(asked, two, route);
    }
    const name = kind.title.toLowerCase();
    if (observed === 0) unverified('not-reached', `no route found ${name} by the key that it names`);
  },
});
