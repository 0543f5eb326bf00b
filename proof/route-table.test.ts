import { beforeAll, expect, test } from 'vitest';
import { allRoutes, methodOf, type Route, routes } from '../core/routes.ts';
import { openRoutes, shownRoutes } from '../platform/routes.ts';
import { judgeSelected } from '../properties/rule-judges.ts';
import { listedRules } from '../reports/listed-rules.ts';
import { simulate } from '../simulation/simulated-run.ts';
import { routeStatements } from '../suites/route-table.ts';

const routeOf = (method: string, path: string): Route | undefined => {
  const sent = (path.split('?')[0] ?? '').split('/');
  const fits = (route: Route): boolean => {
    const parts = route.slice(route.indexOf('/')).split('/');
    return (
      methodOf(route) === method &&
      parts.length === sent.length &&
      parts.every((part, index) => part.startsWith(':') || part === sent[index])
    );
  };
  return allRoutes.find(fits);
};

const claims = routeStatements.flatMap(({ name, cells }) =>
  Object.entries(cells).flatMap(([route, cell]) =>
    'excused' in cell ? [] : cell.map((rule) => ({ claim: `${name}: ${rule} on ${route}`, rule, route })),
  ),
);

/** The routes that each rule called on the sound platform. */
const called = new Map<string, Set<string>>();

beforeAll(async () => {
  const claimed = new Set<string>(claims.map(({ rule }) => rule));
  await simulate({ seed: 1, depth: 'quick' }, async (session) => {
    await judgeSelected(session, ({ id }) => claimed.has(id));
    for (const { by, request } of session.exchanges) {
      const route = routeOf(request.method, request.path);
      if (route) called.set(by, (called.get(by) ?? new Set()).add(route));
    }
  });
});

test('the suites know every route that the platform has', () => {
  expect(allRoutes.toSorted()).toEqual([...shownRoutes, ...openRoutes].toSorted());
});

test('each statement has a rule or an excuse for every route that it is about', () => {
  for (const { name, does, cells } of routeStatements) {
    const about = allRoutes.filter((route) => does.includes(routes[route]));
    expect({ name, routes: Object.keys(cells).toSorted() }).toEqual({ name, routes: about.toSorted() });
  }
});

test('every rule that a statement names is in the catalogue', () => {
  const ids = new Set<string>(listedRules.map(({ id }) => id));
  expect(claims.filter(({ rule }) => !ids.has(rule)).map(({ claim }) => claim)).toEqual([]);
});

test('each rule calls the routes on which it is said to try something', () => {
  expect(claims.filter(({ rule, route }) => !called.get(rule)?.has(route)).map(({ claim }) => claim)).toEqual([]);
});
