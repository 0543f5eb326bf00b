import { valueAt } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { PartnerCall, PartnerCapability } from '../../core/partner-record.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { comesWithin } from '../../fixtures/runtime.ts';
import { drawer } from '../../fixtures/seeded-draws.ts';
import { isFailed } from '../obligations/model/read-call.ts';
import type { Play, Scenario } from '../scenarios/scenario.ts';
import type { Stage } from '../stage/open-stage.ts';
import { type Acted, actionTimeoutMs, type Trigger } from '../triggers/trigger.ts';
import type { Acting } from './acting.ts';
import { createPlatformProducts } from './platform-products.ts';
import type { NoteEntry } from './session-log.ts';
import { createStateChanges } from './state-changes.ts';

interface PlayOptions {
  stage: Stage;
  acting: Acting;
  trigger: Trigger;
  capabilities: readonly PartnerCapability[];
  timeScale: number;
  seed: string;
  note: NoteEntry;
}

const lookEveryMs = 20;
/** An action may take seconds on a busy machine. */
const minBeforeRestartMs = 2_000;
/** An action times out after this multiple of the longest one so far. */
const slack = 4;
/** Two phones in a row have two area codes and the same number after them: only whole phones differ. */
const phonePrefixes = ['+5511', '+5548'] as const;

/** After this many timeouts in a row, the state of the partner is asked for no more. */
const maxUnansweredLooks = 3;

/** The longest time for which a response waits for another request: in documented seconds, and on small time scales. */
const holdSeconds = 1;
const minHoldMs = 200;

/** After this many failures of one request, a hook waits for it in vain. */
const failuresInVain = 3;

/** Whether one of the requests failed again and again. */
const failsAgain = (calls: readonly PartnerCall[]): boolean =>
  [...Map.groupBy(calls.filter(isFailed), ({ method, path }) => `${method} ${path}`).values()].some(
    ({ length }) => length >= failuresInVain,
  );

/** Whether an action is about a record that the partner did not make, so that there is nothing to ask for. */
const isAboutNothing = (parameters: object): boolean =>
  Object.entries(parameters).some(([name, value]) => ['id', 'code'].includes(name) && value === undefined);

/** Makes the partner act, and learns how long it takes. */
const timedHooks = (trigger: Trigger, { transcript, surroundings }: Stage) => {
  const { now, pause } = surroundings.runtime;
  /** The longest time in which the partner answered an action. */
  let slowestMs = 0;
  const act: Trigger['act'] = async (...asked) => {
    const fromMs = now();
    const acted = await trigger.act(...asked);
    if (acted.outcome !== 'failed') slowestMs = Math.max(slowestMs, now() - fromMs);
    return acted;
  };
  return {
    act,
    /** Ends the wait early if the hook waits in vain for requests that fail until the restart. */
    async actBeforeRestart(...[action, parameters]: Parameters<Trigger['act']>): Promise<Acted> {
      const [usualMs, fromMs, before] = [slowestMs, now(), transcript.calls.length];
      const ending = new AbortController();
      const untilInVain = async (): Promise<void> => {
        while (!ending.signal.aborted) {
          await pause(lookEveryMs);
          if (now() - fromMs >= usualMs && failsAgain(transcript.calls.slice(before))) ending.abort();
        }
      };
      void untilInVain();
      const maxMs = Math.max(minBeforeRestartMs, usualMs * slack);
      try {
        const acted = await act(action, parameters, { maxMs, signal: ending.signal });
        // a hook may wait for all that its software has to send, not only for the requests of this action
        const isEnded = ending.signal.aborted || now() - fromMs >= maxMs;
        return acted.outcome === 'failed' && isEnded ? { ...acted, wasInVain: true } : acted;
      } finally {
        ending.abort();
      }
    },
  };
};

/** Holds the response to a call back until it is released. */
const holdIn =
  ({ disturbances, surroundings: { runtime } }: Stage, timeScale: number, scenario: string): Play['hold'] =>
  (hits, kind = 'slow') => {
    const [come, released] = [Promise.withResolvers<void>(), new AbortController()];
    const delayMs = Math.max(minHoldMs, holdSeconds * timeScale * 1000);
    disturbances.planCall(scenario, {
      kind,
      times: 1,
      delayMs,
      until: released.signal,
      hits(call) {
        const isHit = hits(call);
        if (isHit) come.resolve();
        return isHit;
      },
    });
    return {
      hasCome: come.promise,
      untilCome: () => comesWithin(runtime, come.promise, delayMs),
      release: () => released.abort(),
    };
  };

/** The waits of a play for something other than the end of its actions. */
const waitsFor = (stage: Stage, acting: Acting): Pick<Play, 'untilNotified' | 'pass'> => {
  const { attempts } = stage.transcript;
  const { now, pause } = stage.surroundings.runtime;
  return {
    async untilNotified() {
      const before = attempts.length;
      // after the order was sent, its notification is either on its way or never comes
      await acting.untilIdle();
      while (attempts.length === before && (await stage.isDelivering())) {
        acting.mustGoOn();
        await stage.untilAnswered(lookEveryMs);
      }
    },
    async pass(ms) {
      const untilMs = now() + ms;
      while (now() < untilMs) {
        acting.mustGoOn();
        await pause(Math.min(lookEveryMs, ms));
      }
    },
  };
};

/** Phones of customers, each different from all before. */
const createPhones = (): (() => string) => {
  let phones = 0;
  return () => {
    const prefix = phonePrefixes[phones % 2 === 0 ? 0 : 1];
    phones += 1;
    return `${prefix}9${String(Math.ceil(phones / 2)).padStart(8, '0')}`;
  };
};

/** Creates what a scenario is played with. Each play draws new data. */
export const createPlayOf = (options: PlayOptions): ((scenario: Scenario, number?: number) => Play) => {
  const { stage, acting, trigger, capabilities, timeScale, seed, note } = options;
  const { transcript, disturbances, surroundings } = stage;
  const { date } = surroundings.runtime;
  const products = createPlatformProducts(stage.askJson);
  const changesOf = createStateChanges();
  const hooks = timedHooks(trigger, stage);
  const newPhone = createPhones();
  let unansweredLooks = 0;

  return ({ name }, number = 1) => {
    const drawn = drawer(number === 1 ? `${seed}:${name}` : `${seed}:${name}:${number}`);
    const act: Play['act'] = async (action, parameters = {}) =>
      isAboutNothing(parameters)
        ? { outcome: 'cannot' }
        : await acting.does(name, action, parameters, () => hooks.act(action, parameters));
    const actAtOnce: Play['actAtOnce'] = async (...asked) => {
      if (trigger.takesSeveral) return await Promise.all(asked.map((each) => act(...each)));
      const acted: Acted[] = [];
      for (const each of asked) acted.push(await act(...each));
      return acted;
    };
    return {
      act,
      actBeforeRestart: async (action, parameters = {}) =>
        isAboutNothing(parameters)
          ? { outcome: 'cannot' }
          : await acting.does(name, action, parameters, () => hooks.actBeforeRestart(action, parameters)),
      actAtOnce,
      hold: holdIn(stage, timeScale, name),
      async actAndSettle(action, parameters) {
        const acted = await act(action, parameters);
        await acting.settle();
        return acted;
      },
      settle: acting.settle,
      untilIdle: acting.untilIdle,
      disturbCall: (disturbance) => disturbances.planCall(name, disturbance),
      endDisturbances: disturbances.clear,
      disturbAttempt: (disturbance) => disturbances.planAttempt(name, disturbance),
      setFlow: (flow) => stage.setFlow(flow),
      async bringCoupon(phone, company) {
        if (!capabilities.includes('orders')) await stage.runFlow(phone ?? newPhone(), company);
        else await act('create-order', { status: 'completed', ...omitUndefined({ phone, company }) });
      },
      runFlow: (phone) => stage.runFlow(phone),
      ...products,
      async restart() {
        const { restart } = trigger;
        if (restart !== undefined) await acting.does(name, 'restart', {}, restart);
      },
      async look() {
        if (unansweredLooks >= maxUnansweredLooks) return;
        const fromMs = transcript.now();
        try {
          const coupons = await trigger.state?.();
          if (coupons === undefined) return;
          unansweredLooks = 0;
          note({ kind: 'state', state: { after: acting.count(), atMs: transcript.now(), ...changesOf(coupons) } });
        } catch (error) {
          if (transcript.now() - fromMs >= actionTimeoutMs) unansweredLooks += 1;
          // an unreadable state is reported, and breaks no obligation
          await acting.does(name, 'state', {}, () => Promise.resolve({ outcome: 'failed', message: messageOf(error) }));
        }
      },
      async phoneOf(code) {
        const { json: coupon } = await stage.askJson('GET', `/coupons/code/${encodeURIComponent(code)}`);
        const phone = valueAt(coupon, '/customer/phone');
        return typeof phone === 'string' ? phone : undefined;
      },
      latestCode: (company) =>
        transcript.attempts.findLast((attempt) => attempt.fault === undefined && attempt.company === company)?.code,
      newPhone,
      isDeclaredFor: (capability) => capabilities.includes(capability),
      draw: (min, max) => min + Math.floor(drawn() * (max - min + 1)),
      momentAgo: (ms) => new Date(date().getTime() - ms).toISOString(),
      realMs: (seconds) => seconds * timeScale * 1000,
      ...waitsFor(stage, acting),
    };
  };
};
