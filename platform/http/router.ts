import type { Company } from '../company.ts';
import type { Route } from '../routes.ts';
import type { Answer, Call } from './call.ts';

/** A call whose company and route are known. */
export interface RoutedCall {
  call: Call;
  company: Company;
  route: Route;
  /** The decoded parameter of the path; empty if it has none. */
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
  methods(segments: string[]): string[];
}

const newBranch = (): Branch => ({ fixed: new Map(), variable: undefined, routes: new Map() });

interface Reached {
  branch: Branch;
  param: string;
}

/** Collects every branch that matches the segments. Fixed segments come before variable ones. */
function reach(branch: Branch, segments: string[], position: number, param: string, reached: Reached[]): Reached[] {
  const segment = segments[position];
  if (segment === undefined) {
    reached.push({ branch, param });
    return reached;
  }
  const fixed = branch.fixed.get(segment);
  if (fixed !== undefined) reach(fixed, segments, position + 1, param, reached);
  if (branch.variable !== undefined) reach(branch.variable, segments, position + 1, segment, reached);
  return reached;
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
      for (const { branch, param } of reach(root, segments, 0, '', [])) {
        const route = branch.routes.get(method);
        if (route !== undefined) return { route, param };
      }
      return undefined;
    },
    methods: (segments) => reach(root, segments, 0, '', []).flatMap(({ branch }) => [...branch.routes.keys()]),
  };
}
