import type { Context } from './context.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Errand } from './records.ts';

/** Writes that the platform has not accepted yet. Failed ones survive a restart. */
export interface Outbox {
  /**
   * Sends a write after `first`. Resolves with the stored record; undefined if the platform did not accept the write.
   */
  send(errand: Errand, first?: Promise<unknown>): Promise<JsonObject | undefined>;
  /** Sends all writes again that were not accepted before the start. */
  resume(): void;
}

export const createOutbox = ({ state, save, work, platform, note, settings }: Context): Outbox => {
  const { is, does } = settings.behavior;

  // the response to a write may repeat the request, so only a read shows the stored record
  const readBack = async ({ id, readBack: path, body }: Errand): Promise<JsonObject | undefined> => {
    if (does('never reads back')) return undefined;
    if (does('never reads its coupons back') && path.startsWith('/coupons/')) return undefined;
    const stored = await platform.send({ method: 'GET', path });
    if (stored.kind !== 'accepted' || !isObject(stored.body)) {
      note(`${id} was accepted but cannot be read at ${path}`);
      return undefined;
    }
    if (body.externalId !== undefined && String(stored.body.externalId) !== String(body.externalId)) {
      note(`${id} is stored as ${String(stored.body.externalId)}`);
    }
    return stored.body;
  };

  const underWay = new Map<string, Promise<unknown>>();

  const carryOut = async (errand: Errand, first?: Promise<unknown>): Promise<JsonObject | undefined> => {
    state.errands[errand.id] = errand;
    save();
    await first;
    const { method, path, body, looksFirst, follows } = errand;
    if (follows !== undefined) {
      await underWay.get(follows);
      if (state.errands[follows] !== undefined) {
        note(`${errand.id} has to wait for ${follows}`);
        return undefined;
      }
    }
    const call = { method, path, body };
    const outcome = await (looksFirst ? platform.sendUnlessFound(call, errand.readBack) : platform.send(call));
    if (outcome.kind === 'unreachable') {
      note(`${errand.id} has to wait: ${outcome.why}`);
      return undefined;
    }
    delete state.errands[errand.id];
    if (outcome.kind === 'refused') state.refused.push(errand.id);
    save();
    if (outcome.kind === 'accepted') return readBack(errand);
    note(`${errand.id} was refused: ${outcome.why}`);
    return undefined;
  };

  const send: Outbox['send'] = (errand, first) => {
    const sending = carryOut(errand, first);
    underWay.set(errand.id, sending);
    return sending;
  };

  return {
    send,
    resume() {
      if (is('forgets what it had to send on a restart')) return;
      for (const errand of Object.values(state.errands)) void work.begin(() => send(errand));
    },
  };
};
