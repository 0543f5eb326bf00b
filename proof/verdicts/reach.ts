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

/** A call that the platform has answered. Both are frozen: a defect that changes one in place throws, and is noted. */
interface Answered {
  call: Call;
  answer: Answer;
}

/** What the shadows are asked, one after the other. */
interface Stage {
  note(place: number): void;
  current?: Answered | undefined;
  /** How often the shadow has handed the current call on. */
  handedOn: number;
}

/** Starts the handler of a defect. A defect that uses time, chance or the network is noted, and so is one that fails. */
const startShadow = ({ place, wrap }: PlacedWrap, runtime: Parameters<Wrap>[1], stage: Stage): Shadow[] => {
  const refuse = (why: string): never => {
    stage.note(place);
    throw new Error(why);
  };
  const handOn = (call: Call): Answer => {
    if (call !== stage.current?.call) return refuse('the platform is asked something else, or later');
    stage.handedOn++;
    return stage.current.answer;
  };
  const noRuntime = new Proxy(runtime, { get: () => refuse('the platform follows from its calls') });
  try {
    return [{ place, handle: wrap(handOn, noRuntime), open: 0 }];
  } catch {
    stage.note(place);
    return [];
  }
};

/** Whether the shadow hands the call on once and answers it as the platform did, as far as it is known at once. */
const answersAlike = (shadow: Shadow, answered: Answered, stage: Stage): boolean => {
  let isAlike = true;
  const differ = (): void => {
    isAlike = false;
    stage.note(shadow.place);
  };
  const compare = (answer: Answer): void => {
    shadow.open--;
    if (answer !== answered.answer && !isDeepStrictEqual(answer, answered.answer)) differ();
  };
  stage.handedOn = 0;
  shadow.open++;
  try {
    const answer = shadow.handle(answered.call);
    if (answer instanceof Promise) answer.then(compare, differ);
    else compare(answer);
  } catch {
    differ();
  }
  if (stage.handedOn !== 1) differ();
  return isAlike;
};

interface NotingWrap {
  wrap: Wrap;
  /** Notes each defect that left a call without an answer. Throws if a defect changed a call in place. */
  ended(): void;
}

/** The platform's handler, with the handlers of the defects as its shadows. Each that differs is noted and dropped. */
const wrapThatNotes = (wraps: readonly PlacedWrap[], note: (place: number) => void): NotingWrap => {
  const stage: Stage = { note, handedOn: 0 };
  let shadows: Shadow[] = [];
  let changedInPlace: string | undefined;
  return {
    wrap(handle, runtime) {
      shadows = wraps.flatMap((placed) => startShadow(placed, runtime, stage));
      return async (call) => {
        const answer = await handle(call);
        const query = String(call.query);
        const answered = { call: frozen(call), answer: frozen(structuredClone(answer)) };
        stage.current = answered;
        shadows = shadows.filter((shadow) => answersAlike(shadow, answered, stage));
        stage.current = undefined;
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
