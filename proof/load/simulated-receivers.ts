import { isObject } from '../../core/json.ts';
import { drillOf } from '../../core/load-kinds.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { createRefusals } from '../../load/capture/refusals.ts';
import type { DrillRun } from '../../load/ledger/deadlines.ts';
import { refuseTimes } from '../../load/run/prepare/prepare-plan.ts';
import type { RunRecord } from '../../load/run/record/journals.ts';
import type { Sender } from '../../platform/webhooks/sender.ts';
import type { VirtualClock } from '../../simulation/virtual-clock.ts';
import type { LoadCase } from './cases.ts';

interface Receivers {
  sender: Sender;
  /** Drills them as the case says, and returns the drill that was held. */
  drill(): Promise<DrillRun[]>;
}

const latencyMs = 2;

export const receiverUrl = (company: string): string => `http://receiver.simulated/${company}`;

/** Receivers that refuse as the capture does, and record what arrives. */
export const createReceivers = (
  { refuseEvery, failingReceivers, drill }: LoadCase,
  { ledger, attempts }: RunRecord,
  clock: VirtualClock,
): Receivers => {
  const behavior = drill && drillOf(drill.kind).receivers;
  const refusals = createRefusals({ refuseEvery, refuseTimes });
  let isDrilled = false;

  /** 0 without an answer. */
  const statusOf = (company: string, couponId: string | null): number => {
    if (isDrilled) return typeof behavior === 'object' ? behavior.status : 0;
    if (failingReceivers.includes(company)) return 503;
    return couponId !== null && refusals.refuses(couponId) ? 503 : 204;
  };

  /** Returns the status to answer. */
  const record = (url: string, body: string): number => {
    const company = new URL(url).pathname.slice(1);
    const payload = parsedJson(body);
    const { id, orderId } = isObject(payload) ? payload : {};
    const couponId = typeof id === 'string' ? id : null;
    const order = typeof orderId === 'string' ? orderId : null;
    const status = statusOf(company, couponId);
    const arrivedMs = clock.now();
    attempts.arrived(arrivedMs, ledger.arrival(['a', arrivedMs, company, order, couponId, status]) > 1);
    return status;
  };

  return {
    sender: {
      async send({ url, body, timeoutMs }) {
        await clock.pause(latencyMs);
        if (isDrilled && behavior === 'refuse connections') return { kind: 'failed', code: 'ECONNREFUSED' };
        const status = record(url, body);
        if (status > 0) {
          await clock.pause(latencyMs);
          return { kind: 'answered', status };
        }
        if (behavior === 'reset') return { kind: 'failed', code: 'ECONNRESET' };
        await clock.pause(timeoutMs - latencyMs);
        return { kind: 'timed-out' };
      },
      close() {},
    },

    async drill() {
      if (drill === undefined) return [];
      await clock.pause(drill.afterSeconds * 1000);
      const fromMs = clock.now();
      isDrilled = true;
      await clock.pause(drill.seconds * 1000);
      isDrilled = false;
      const held = { kind: drill.kind, fromMs, toMs: clock.now() };
      ledger.drilled(held);
      return [held];
    },
  };
};
