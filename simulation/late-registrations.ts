import type { Runtime } from '../fixtures/runtime.ts';
import type { Registration } from '../platform/company.ts';
import type { EmbeddedOptions } from '../platform/embedded/start-embedded.ts';
import type { AnswerInMemory } from '../platform/http/in-memory.ts';
import { type WebhooksPolicy, webhooksPolicy } from '../platform/policy/webhooks.ts';
import type { World } from '../platform/world.ts';

interface LateRegistrations {
  /** The options of a platform whose queue uses registrations of a while ago. */
  withLateQueue(options: EmbeddedOptions | undefined): EmbeddedOptions;
  /** Notes when each registration was created or removed. */
  watched(world: World, answer: AnswerInMemory): AnswerInMemory;
}

/** Sends notifications to the registration of a while ago, like a worker that caches registrations. */
export const lateRegistrations = (lagMs: number, clock: Pick<Runtime, 'now'>): LateRegistrations => {
  const madeMs = new Map<object, number>();
  const removedMs = new Map<object, number>();
  const isNew = (times: ReadonlyMap<object, number>, one: object): boolean =>
    clock.now() - (times.get(one) ?? Number.NEGATIVE_INFINITY) < lagMs;

  const noteFirst = (times: Map<object, number>, one: Registration | undefined): void => {
    if (one && !times.has(one)) times.set(one, clock.now());
  };

  return {
    withLateQueue(options = {}) {
      const { target = webhooksPolicy.target } = options.policy?.webhooks ?? {};
      const late: WebhooksPolicy['target'] = ({ current, former, attempt }) => {
        const stood = (current ? isNew(madeMs, current) : former !== undefined && isNew(removedMs, former))
          ? former
          : current;
        return target({ current: stood, former, attempt });
      };
      return {
        ...options,
        policy: { ...options.policy, webhooks: { ...options.policy?.webhooks, target: late } },
      };
    },
    watched: (world, answer) => async (request) => {
      const answered = await answer(request);
      for (const { registration, formerRegistration } of world.companiesById.values()) {
        noteFirst(madeMs, registration);
        if (registration === undefined) noteFirst(removedMs, formerRegistration);
      }
      return answered;
    },
  };
};
