import { inspect } from 'node:util';
import type { World } from '../world.ts';
import { refuse } from './answers.ts';
import type { Answer, Call, Handle } from './call.ts';
import { BodyTooLarge } from './read-call.ts';

interface Surfaces {
  api: Handle;
  panel(call: Call): Answer;
}

export const panelPrefix = '/panel';

/** Answers a call that is still arriving. Rejects only if it does not arrive completely. */
export type Respond = (arriving: Call | Promise<Call>) => Promise<Answer>;

export function internalError({ policy }: World, error: unknown): Answer {
  process.stderr.write(`${inspect(error)}\n`);
  const { status, body } = policy.errors.internal;
  return { status, body };
}

function isPanelCall({ path }: Call): boolean {
  return path === panelPrefix || path.startsWith(`${panelPrefix}/`);
}

/** Answers calls to the API and the panel, over connections or in memory. */
export function createRespond(world: World, { api, panel }: Surfaces): Respond {
  const { delayMs } = world.choices.answers;
  const { setTimer } = world.runtime;
  return async (arriving) => {
    let call: Call;
    try {
      call = await arriving;
    } catch (error) {
      if (error instanceof BodyTooLarge) return refuse(world, { status: 413, message: error.message });
      throw error;
    }
    try {
      const answer = isPanelCall(call) ? panel(call) : await api(call);
      if (delayMs > 0) await new Promise<void>((resolve) => setTimer(delayMs, resolve));
      return answer;
    } catch (error) {
      return internalError(world, error);
    }
  };
}
