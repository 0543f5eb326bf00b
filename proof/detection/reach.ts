import { AsyncLocalStorage } from 'node:async_hooks';
import { receiverFloorMs } from '../../embedded/start-embedded.ts';
import type { Call } from '../../platform/http/call.ts';
import { lawSections } from '../../properties/laws.ts';
import type { Defect } from '../../suites/defect.ts';
import type { Verdict } from '../../suites/verdict.ts';
import { judgeEmbedded } from '../judge-embedded.ts';
import { differencesOf, type Handled } from './replay.ts';
import { decidesOtherwise, replacedBy, watchedPolicy } from './watched-policy.ts';

/** The rules that can see a defect; `all` when it shows in what all of them stand on. */
export type Reach = ReadonlySet<string> | 'all';

const lawIds: ReadonlySet<string> = new Set(lawSections.flatMap(({ laws }) => laws.map(({ id }) => id)));

/** One call, and the defects that would have made a difference while it was handled. */
interface Watched extends Handled {
  seen: Set<Defect>;
}

/** Equal for a call and the exchange that made it, of which one has the bearer tokens taken out. */
const keyOf = (method: string, path: string, query: string, body = ''): string =>
  [method, path, new URLSearchParams(query), body.replace(/"bearerToken":"[^"]*"/, '')].join(' ');
const keyOfCall = ({ method, path, query, body }: Call): string => keyOf(method, path, query.toString(), body);

const rulesByCall = (verdicts: readonly Verdict[]): Map<string, Set<string>> => {
  const rules = new Map<string, Set<string>>();
  for (const { rule, exchanges } of verdicts) {
    for (const { request } of exchanges) {
      const [path = '', query = ''] = request.path.split('?');
      const key = keyOf(request.method, path, query, request.body);
      rules.set(key, (rules.get(key) ?? new Set()).add(rule));
    }
  }
  return rules;
};

/**
 * Which rules can see which defects, from one run of all rules on a sound platform. A defect replaces numbers, texts and
 * decisions, or wraps the handler. Where nothing that a rule asks for looks at those numbers and texts, where the
 * decisions come to the same on the facts at hand, and where the handler asks and answers the same, the platform that has
 * the defect is a sound one to that rule. What defects remember must not outlive this: call it in a thread that judges
 * none of them.
 */
export const reachOf = async (defects: readonly Defect[]): Promise<Map<Defect, Reach>> => {
  const replacing = new Map<string, { defect: Defect; value: unknown }[]>();
  for (const defect of defects) {
    const { timeScale: _, ...replaced } = defect.options.policy ?? {}; // a platform of another pace is a sound one
    for (const [path, value] of replacedBy(replaced)) {
      replacing.set(path, [...(replacing.get(path) ?? []), { defect, value }]);
    }
  }
  const underWay = new AsyncLocalStorage<Set<Defect>>();
  const seenBeforeAnyCall = new Set<Defect>();
  const seenInDelivery = new Set<Defect>();
  const handled: Watched[] = [];

  const verdicts = await judgeEmbedded(
    {
      policy: watchedPolicy((path, decision) => {
        // deliveries go on when their calls are over, several of them by one timer
        const during = path.startsWith('webhooks.') ? seenInDelivery : underWay.getStore();
        // what is decided before any call is of consequence only in what is decided during one
        const seen = during ?? (decision ? undefined : seenBeforeAnyCall);
        for (const { defect, value } of seen ? (replacing.get(path) ?? []) : []) {
          // decisions that share a memory with a wrapped handler, or act themselves, are not tried out
          if (!decision || defect.options.wrap || decidesOtherwise(value, decision)) seen?.add(defect);
        }
      }),
      choices: { webhooks: { timeoutFloorMs: receiverFloorMs } },
      wrap: (handle) => async (call) => {
        const seen = new Set<Defect>();
        const answer = await underWay.run(seen, () => handle(call));
        handled.push({ call, answer, seen });
        return answer;
      },
    },
    // laws draw: what one case of theirs does not meet, another may
    ({ id }) => !lawIds.has(id),
  );

  for (const defect of defects) {
    const { wrap } = defect.options;
    if (wrap) for (const { seen } of await differencesOf(wrap, handled)) seen.add(defect);
  }

  const reach = new Map<Defect, Reach>();
  const isReached = (defect: Defect, by: Reach | undefined): void => {
    const soFar = reach.get(defect) ?? new Set();
    reach.set(defect, by === undefined || by === 'all' || soFar === 'all' ? 'all' : new Set([...soFar, ...by]));
  };
  const rules = rulesByCall(verdicts);
  const notified = new Set(verdicts.filter(({ deliveries }) => deliveries.length > 0).map(({ rule }) => rule));
  for (const defect of defects) isReached(defect, new Set([defect.rule, ...(defect.also ?? [])]));
  for (const defect of seenBeforeAnyCall) isReached(defect, 'all');
  for (const defect of seenInDelivery) isReached(defect, notified);
  // a call of no rule is the run's own, which all rules stand on
  for (const { call, seen } of handled)
    for (const defect of seen) isReached(defect, rules.get(keyOfCall(call)) ?? 'all');
  return reach;
};
