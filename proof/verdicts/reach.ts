import { isDeepStrictEqual } from 'node:util';
import { isObject, type JsonObject } from '../../core/json.ts';
import { causeOf } from '../../core/verdict.ts';
import type { Answer, Call } from '../../platform/http/call.ts';
import { documentedPolicy } from '../../platform/policy/policy.ts';
import { judgeSimulated } from '../../simulation/judge-simulated.ts';
import type { Defect, PlatformChange } from '../../suites/defect.ts';
import { everyDefect } from '../every-defect.ts';
import { describeVerdict, passiveIds } from '../judge-embedded.ts';

type Wrap = NonNullable<PlatformChange['wrap']>;
type Policy = NonNullable<PlatformChange['policy']>;

/** A decision of a defect that differs from the documented one. */
interface Otherwise {
  path: string;
  place: number;
  decision: unknown;
}

interface PlacedWrap {
  place: number;
  wrap: Wrap;
}

const decisionsIn = (policy: object, path = ''): { path: string; decision: unknown }[] =>
  Object.entries(policy).flatMap(([name, decision]) =>
    isObject(decision) ? decisionsIn(decision, `${path}${name}.`) : [{ path: path + name, decision }],
  );

const decisionOf = (decision: unknown, given: unknown[]): unknown =>
  typeof decision === 'function' ? Reflect.apply(decision, undefined, given) : decision;

/** The documented policy. It notes each defect that decides otherwise. */
const policyThatNotes = (
  otherwiseByPath: ReadonlyMap<string, readonly Otherwise[]>,
  note: (place: number) => void,
): Policy => {
  const policy: JsonObject = {};
  for (const [path, all] of otherwiseByPath) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let group: JsonObject = policy;
    let documented: unknown = documentedPolicy;
    for (const name of names) {
      const inner = group[name] ?? {};
      if (!isObject(inner) || !isObject(documented)) throw new Error(`${path} is not a path of the policy`);
      group[name] = inner;
      [group, documented] = [inner, documented[name]];
    }
    const decision: unknown = isObject(documented) ? documented[last] : undefined;
    let unreached = all;
    const decide = (...given: unknown[]): unknown => {
      const decided = decisionOf(decision, given);
      unreached = unreached.filter(({ place, decision: otherwise }) => {
        const isSame = isDeepStrictEqual(decisionOf(otherwise, given), decided);
        if (!isSame) note(place);
        return isSame;
      });
      return decided;
    };
    Object.defineProperty(group, last, {
      enumerable: true,
      get: () => (typeof decision === 'function' ? decide : decide()),
    });
  }
  return policy;
};

const frozen = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
};

/** The handler of a defect, which receives what the platform receives. */
interface Shadow {
  place: number;
  handle: ReturnType<Wrap>;
  /** Calls without an answer. */
  open: number;
}

interface NotingWrap {
  wrap: Wrap;
  /** Notes each defect that left a call without an answer. Throws if a defect changed a call in place. */
  ended(): void;
}

/**
 * The platform's handler, which notes each defect that answers a call otherwise, or uses time, chance or the network. A
 * defect is also noted if it hands on another call than it received, or hands it on later or more than once.
 */
const wrapThatNotes = (wraps: readonly PlacedWrap[], note: (place: number) => void): NotingWrap => {
  let shadows: Shadow[] = [];
  let current: { call: Call; answer: Answer } | undefined;
  let asked = 0;
  let changedInPlace: string | undefined;

  const refuse = (place: number, why: string): never => {
    note(place);
    throw new Error(why);
  };

  const askBeside = (shadow: Shadow, { call, answer }: { call: Call; answer: Answer }): boolean => {
    let isReached = false;
    const differ = (): void => {
      isReached = true;
      note(shadow.place);
    };
    const compare = (other: Answer): void => {
      shadow.open--;
      if (other !== answer && !isDeepStrictEqual(other, answer)) differ();
    };
    asked = 0;
    shadow.open++;
    try {
      const answered = shadow.handle(call);
      if (answered instanceof Promise) answered.then(compare, differ);
      else compare(answered);
    } catch {
      differ();
    }
    if (asked !== 1) differ();
    return isReached;
  };

  return {
    wrap(handle, runtime) {
      for (const { place, wrap } of wraps) {
        const handleBeside = (call: Call): Answer => {
          if (call !== current?.call) return refuse(place, 'the platform is asked something else, or later');
          asked++;
          return current.answer;
        };
        const noRuntime = new Proxy(runtime, { get: () => refuse(place, 'the platform follows from its calls') });
        try {
          shadows.push({ place, handle: wrap(handleBeside, noRuntime), open: 0 });
        } catch {
          note(place);
        }
      }
      return async (call) => {
        const answer = await handle(call);
        const query = String(call.query);
        // frozen copies: a defect that changes one in place throws, and is noted
        const given = { call: frozen(call), answer: frozen(structuredClone(answer)) };
        current = given;
        shadows = shadows.filter((shadow) => !askBeside(shadow, given));
        current = undefined;
        if (String(call.query) !== query) changedInPlace = call.path;
        return answer;
      };
    },
    ended() {
      if (changedInPlace)
        throw new Error(`A defect changes the query of ${changedInPlace} in place: let it copy the query`);
      for (const { place, open } of shadows) if (open > 0) note(place);
    },
  };
};

/**
 * Finds the defects that a rule reaches: those that may change its verdict. The rule runs on the sound platform, with the
 * passive rules only. Each call and each decision is also given to every defect. A simulated run follows from its seed, so
 * a platform with a defect that answers the same receives the same next call. A defect that answers the same until the end
 * does not change the verdict.
 */
export const findReach = (defects: readonly Defect[]): ((rule: string, seed: number) => Promise<number[]>) => {
  const isOfBoth = ({ policy, wrap }: Defect): boolean => policy !== undefined && wrap !== undefined;
  const placed = [...defects.entries()];
  // a decision of theirs may depend on a call that their handler has seen
  const alwaysReached = placed.flatMap(([place, defect]) => (isOfBoth(defect) ? [place] : []));
  const others = placed.filter(([, defect]) => !isOfBoth(defect));
  const otherwiseByPath = Map.groupBy(
    others.flatMap(([place, { policy }]) =>
      decisionsIn(policy ?? {}).map((decided): Otherwise => ({ place, ...decided })),
    ),
    ({ path }) => path,
  );
  const wraps = others.flatMap(([place, { wrap }]): PlacedWrap[] => (wrap ? [{ place, wrap }] : []));

  return async (rule, seed) => {
    const reached = new Set(alwaysReached);
    const note = (place: number): void => void reached.add(place);
    const { wrap, ended } = wrapThatNotes(wraps, note);
    const verdicts = await judgeSimulated(
      { seed, depth: 'full', platform: { policy: policyThatNotes(otherwiseByPath, note), wrap } },
      ({ id }) => id === rule || passiveIds.has(id),
    );
    ended();
    // an unverified rule compares nothing
    const wrong = verdicts.find((each) => each.outcome !== 'pass' && causeOf(each) !== 'not-observable');
    if (wrong)
      throw new Error(`expected that ${rule} alone passes on the sound platform, got ${describeVerdict(wrong)}`);
    return [...reached];
  };
};

export interface ReachInput {
  rule: string;
  seed: number;
}

const reachesOfRule = findReach(everyDefect);

/** The indexes of all defects that the rule reaches. */
export const findReachOfRule = ({ rule, seed }: ReachInput): Promise<number[]> => reachesOfRule(rule, seed);
