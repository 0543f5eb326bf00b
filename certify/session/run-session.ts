import { setTimeout as delay } from 'node:timers/promises';
import { request as send } from 'undici';
import type { PartnerAction, PartnerRecord } from '../../suites/partner/record.ts';
import type { PartnerConfig } from '../partner-config.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import type { Play, Scenario } from '../scenarios/scenario.ts';
import { openStage, type Stage, untilQuiet } from '../stage/open-stage.ts';
import { commandTrigger } from '../triggers/command-trigger.ts';
import { httpTrigger } from '../triggers/http-trigger.ts';
import { type Ask, promptTrigger } from '../triggers/prompt-trigger.ts';
import type { Acted, Trigger } from '../triggers/trigger.ts';
import { startPartner } from './started-partner.ts';

export interface SessionOptions {
  partner: PartnerConfig;
  host: string;
  port: number;
  timeScale: number;
  /** Names of the scenarios to play; all that the partner is declared for when left out. */
  only?: readonly string[];
  /** Plays none, and looks on for so long instead. */
  observeMs?: number;
  /** Asks a person, where one makes the partner act. */
  ask: Ask;
  /** Ends the session after the action under way. */
  signal: AbortSignal;
  /** Told of what the partner has to be given, before anything is played. */
  onReady: (stage: Stage) => void;
  onScenario: (scenario: Scenario, number: number, count: number) => void;
}

/** How a scenario went. */
export interface Played {
  name: string;
  title: string;
  outcome: 'played' | 'not declared' | 'not played';
}

/** What a session came to. */
export interface Session {
  kind: 'played' | 'observed';
  startedAt: string;
  ended: 'complete' | 'incomplete';
  /** Why it is incomplete, in words. */
  endedBy: string | undefined;
  scenarios: Played[];
  record: PartnerRecord;
}

/** The partner cannot be judged further. */
class PartnerGone extends Error {
  override name = 'PartnerGone';
}

const settleMs = 60_000;
const readyMs = 20_000;
/** Failures of actions in a row after which the partner counts as gone. */
const mostFailures = 3;
const lookEveryMs = 20;
const phonePrefix = '+5511';

/** A partner that is only observed is not made to act. */
const noTrigger: Trigger = {
  act: () => Promise.resolve({ outcome: 'cannot' }),
  idle: () => Promise.resolve(true),
};

const triggerOf = ({ triggers }: PartnerConfig, ask: Ask): Trigger => {
  if (triggers === undefined) return noTrigger;
  if (triggers.kind === 'person') return promptTrigger(ask);
  if (triggers.kind === 'command') return commandTrigger(triggers);
  const token = triggers.tokenEnv === undefined ? undefined : process.env[triggers.tokenEnv];
  return httpTrigger({ url: triggers.url, ...(token === undefined ? {} : { token }) });
};

/**
 * Plays the scenarios with a partner's software and gathers everything that was seen. Never rejects for what the partner
 * does: a session that it breaks off is incomplete, and keeps its record.
 */
export const runSession = async (options: SessionOptions): Promise<Session> => {
  const { partner, only, observeMs, signal, onReady, onScenario, timeScale } = options;
  const startedAt = new Date().toISOString();
  await using resources = new AsyncDisposableStack();
  const stage = resources.use(await openStage(options));
  const { transcript, disturbances, access } = stage;
  const trigger = triggerOf(partner, options.ask);
  const actions: PartnerAction[] = [];
  const states: PartnerRecord['states'] = [];
  let scenarioName = '';
  let failures = 0;
  let phones = 0;
  const process_ = partner.start && resources.use(startPartner(partner.start, access));

  const mustGoOn = (): void => {
    const ended = process_?.ended();
    if (ended !== undefined) throw new PartnerGone(`the partner's process is gone: ${ended}`);
    if (signal.aborted) throw new PartnerGone('interrupted by its user');
    if (failures >= mostFailures) {
      throw new PartnerGone(`the partner failed ${failures} actions in a row, the last with: ${actions.at(-1)?.told}`);
    }
  };

  const noted = async (
    action: string,
    parameters: Record<string, unknown>,
    act: () => Promise<Acted>,
  ): Promise<Acted> => {
    mustGoOn();
    const fromMs = transcript.now();
    const acted = await act();
    failures = acted.outcome === 'failed' ? failures + 1 : 0;
    actions.push({
      number: actions.length + 1,
      scenario: scenarioName,
      action,
      parameters,
      fromMs,
      toMs: transcript.now(),
      outcome: acted.outcome,
      ...(acted.id === undefined ? {} : { id: acted.id }),
      ...(acted.told === undefined ? {} : { told: acted.told }),
    });
    return acted;
  };

  const partnerIdle = async (): Promise<void> => {
    if (!(await trigger.idle(settleMs))) throw new PartnerGone('the partner did not say in time that it had finished');
  };

  const settle = async (): Promise<void> => {
    // what the partner does may cause notifications, and those may have it do more
    for (let round = 0; round < 2; round += 1) {
      await partnerIdle();
      await untilQuiet(stage, settleMs, mustGoOn);
    }
    await partnerIdle();
    const last = actions.at(-1);
    if (last) last.toMs = transcript.now();
  };

  const play: Play = {
    act: (action, parameters = {}) => noted(action, parameters, () => trigger.act(action, parameters)),
    async actAndSettle(action, parameters = {}) {
      const acted = await play.act(action, parameters);
      await settle();
      return acted;
    },
    settle,
    async untilNotified() {
      const before = transcript.attempts.length;
      // once the order is sent, its notification is on its way or never comes
      await partnerIdle();
      while (transcript.attempts.length === before && (await stage.isDelivering())) {
        mustGoOn();
        await delay(lookEveryMs);
      }
      await partnerIdle();
    },
    disturbCall: (disturbance) => disturbances.planCall(scenarioName, disturbance),
    disturbAttempt: (disturbance) => disturbances.planAttempt(scenarioName, disturbance),
    setFlow: (flow) => stage.setFlow(flow),
    runFlow: (phone) => stage.runFlow(phone),
    async addProducts(count) {
      const headers = {
        authorization: `Bearer ${access.token.value}`,
        [access.accessHeader]: access.accessKey.value,
        'content-type': 'application/json',
      };
      for (let index = 0; index < count; index += 1) {
        const body = JSON.stringify({ name: `Product ${index + 1}`, externalId: `list-${index + 1}` });
        await (await send(`${stage.platformUrl}/products`, { method: 'POST', headers, body })).body.dump();
      }
    },
    async restart() {
      const { restart } = trigger;
      if (restart !== undefined) await noted('restart', {}, restart);
    },
    async look() {
      const coupons = await trigger.state?.();
      if (coupons !== undefined) states.push({ after: actions.length, atMs: transcript.now(), coupons });
    },
    latestCode: () => transcript.attempts.findLast(({ fault }) => fault === undefined)?.code,
    newPhone() {
      phones += 1;
      return `${phonePrefix}9${String(phones).padStart(8, '0')}`;
    },
    realMs: (seconds) => seconds * timeScale * 1000,
  };

  onReady(stage);
  const chosen = allScenarios.filter(({ name }) => only === undefined || only.includes(name));
  const isDeclared = ({ needs }: Scenario): boolean => needs.every((need) => partner.capabilities.includes(need));
  const played = new Map<string, Played['outcome']>();
  let endedBy: string | undefined;
  try {
    if (observeMs === undefined) await untilReady();
    else await observe(observeMs);
    const toPlay = observeMs === undefined ? chosen.filter(isDeclared) : [];
    for (const [index, scenario] of toPlay.entries()) {
      onScenario(scenario, index + 1, toPlay.length);
      scenarioName = scenario.name;
      mustGoOn();
      await scenario.play(play);
      disturbances.clear();
      played.set(scenario.name, 'played');
    }
  } catch (error) {
    if (!(error instanceof PartnerGone)) throw error;
    endedBy = `${error.message}${scenarioName === '' ? '' : ` (in the scenario "${scenarioName}")`}`;
  }
  return {
    kind: observeMs === undefined ? 'played' : 'observed',
    startedAt,
    ended: endedBy === undefined ? 'complete' : 'incomplete',
    endedBy,
    scenarios: (observeMs === undefined ? allScenarios : []).map((scenario) => ({
      name: scenario.name,
      title: scenario.title,
      outcome: played.get(scenario.name) ?? (isDeclared(scenario) ? 'not played' : 'not declared'),
    })),
    record: {
      startedAt,
      capabilities: partner.capabilities,
      timeScale,
      receiverMs: stage.receiverMs,
      names: { accessHeader: access.accessHeader, webhookUrl: stage.webhookUrl },
      calls: [...transcript.calls],
      attempts: [...transcript.attempts],
      actions,
      coupons: await stage.coupons(),
      states,
      faults: [...transcript.faults],
    },
  };

  async function observe(durationMs: number): Promise<void> {
    const untilMs = performance.now() + durationMs;
    while (performance.now() < untilMs && !signal.aborted) {
      const ended = process_?.ended();
      if (ended !== undefined) throw new PartnerGone(`the partner's process is gone: ${ended}`);
      await delay(lookEveryMs);
    }
    // what is on its way still belongs to it
    await untilQuiet(stage, settleMs);
  }

  async function untilReady(): Promise<void> {
    const untilMs = performance.now() + readyMs;
    while (!(await trigger.idle(readyMs))) {
      mustGoOn();
      if (performance.now() > untilMs) throw new PartnerGone('the partner did not answer within 20 s');
      await delay(100);
    }
  }
};
