import type { Company } from '../company.ts';
import type { Route } from '../routes.ts';
import type { Answer, Call } from './call.ts';

/** A call whose company and route are known. */
export interface RoutedCall {
  call: Call;
  company: Company;
  route: Route;
  /** The path's parameter, decoded; empty for a path without one. */
  param: string;
}

export type RouteHandler = (routed: RoutedCall) => Answer;

interface Branch {
  fixed: Map<string, Branch>;
  variable: Branch | undefined;
  routes: Map<string, Route>;
}

export interface Match {
  route: Route;
  param: string;
}

export interface Router {
  add(route: Route, method: string, path: string): void;
  find(method: string, segments: string[]): Match | undefined;
  /** The methods that a path has. */
  methods(segments: string[]): string[];
}

const newBranch = (): Branch => ({
  fixed: new Map(),
  variable: undefined,
  routes: new Map(),
});

/** Every branch that the segments reach, those with fixed segments first. */
function* reached(branch: Branch, segments: string[], position: number, param: string): Generator<[Branch, string]> {
  const segment = segments[position];
  if (segment === undefined) {
    yield [branch, param];
    return;
  }
  const fixed = branch.fixed.get(segment);
  if (fixed !== undefined) yield* reached(fixed, segments, position + 1, param);
  if (branch.variable !== undefined) yield* reached(branch.variable, segments, position + 1, segment);
}

export function createRouter(): Router {
  const root = newBranch();
  return {
    add(route, method, path) {
      let branch = root;
      for (const segment of path.split('/').slice(1)) {
        if (segment.startsWith(':')) {
          branch.variable ??= newBranch();
          branch = branch.variable;
        } else {
          const next = branch.fixed.get(segment) ?? newBranch();
          branch.fixed.set(segment, next);
          branch = next;
        }
      }
      branch.routes.set(method, route);
    },
    find(method, segments) {
      for (const [branch, param] of reached(root, segments, 0, '')) {
        const route = branch.routes.get(method);
        if (route !== undefined) return { route, param };
      }
      return undefined;
    },
    methods: (segments) => [...reached(root, segments, 0, '')].flatMap(([branch]) => [...branch.routes.keys()]),
  };
}
