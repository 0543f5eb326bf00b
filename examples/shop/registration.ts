import type { Context } from './context.ts';
import { CannotDo, Declined } from './hook-errors.ts';
import { textIn } from './json.ts';
import { registrationBody } from './platform-names.ts';

export interface WebhookRegistration {
  /** Registers the shop's receiver unless it is registered. Returns the shop's id of the registration. */
  register(): string;
  /**
   * Changes the bearer of the registration. Returns the shop's id of it. @throws CannotDo if the shop does not know the
   * platform's id, which no route returns; Declined while the last change is under way.
   */
  change(): string;
  /** Deletes the registration on the platform. Returns the shop's id of it. @throws CannotDo as `change` does. */
  remove(): string;
  /** Updates the registration after a start, because the shop's URL may have changed. */
  resume(): void;
}

/** A credential has one registration, which is created once and then changed. */
export const createRegistration = (context: Context, url: string): WebhookRegistration => {
  const { state, save, work, platform, newId, note, settings, surroundings } = context;
  const { is, does } = settings.behavior;
  const newBearer = (): string => surroundings.randomBytes(24).toString('base64url');

  let removal: Promise<void> = Promise.resolve();

  const sendRegistration = async (): Promise<void> => {
    // a removal that comes after the new registration may remove that one
    await removal;
    const { registration } = state;
    if (registration === null) return;
    const body = registrationBody(registration);
    const { platformId, formerBearerToken } = registration;
    const changedId = is('changes its registration by another id') ? registration.id : platformId;
    const outcome =
      platformId === null
        ? await platform.send({ method: 'POST', path: '/webhooks', body })
        : await platform.send({ method: 'PUT', path: `/webhooks/${changedId}`, body });
    // while the outcome of the change is unknown, notifications may have either bearer
    if (outcome.kind !== 'unreachable') delete registration.formerBearerToken;
    if (outcome.kind === 'refused' && formerBearerToken !== undefined) registration.bearerToken = formerBearerToken;
    if (outcome.kind !== 'accepted') {
      save();
      return note(`the webhook is not registered: ${outcome.why}`);
    }
    registration.isRegistered = true;
    registration.platformId = platformId ?? textIn(outcome.body, 'id') ?? null;
    save();
  };

  const add = (): void => {
    state.registration = {
      id: newId(),
      url: is('registers a path that it does not serve') ? `${url}s` : url,
      bearerToken: does('registers without a bearer') ? null : newBearer(),
      platformId: null,
      isRegistered: false,
    };
    // notifications may come before the platform has answered
    save();
    void work.begin(async () => {
      await sendRegistration();
      if (is('registers twice')) await registerAgain();
    });
  };

  const registerAgain = (): Promise<void> => {
    if (state.registration !== null) state.registration.platformId = null;
    return sendRegistration();
  };

  const known = (): { registration: NonNullable<typeof state.registration>; platformId: string } => {
    const { registration } = state;
    if (registration === null || registration.platformId === null) {
      throw new CannotDo('the shop knows no registration on the platform that it could change');
    }
    return { registration, platformId: registration.platformId };
  };

  return {
    register() {
      if (state.registration === null) add();
      else if (is('registers again when asked')) void work.begin(registerAgain);
      return state.registration?.id ?? '';
    },
    change() {
      const { registration } = known();
      if (registration.formerBearerToken !== undefined) throw new Declined('the registration is being changed already');
      if (registration.bearerToken !== null) {
        registration.formerBearerToken = registration.bearerToken;
        registration.bearerToken = newBearer();
      }
      registration.isRegistered = false;
      save();
      void work.begin(sendRegistration);
      return registration.id;
    },
    remove() {
      const { registration, platformId } = known();
      state.registration = null;
      save();
      removal = work.begin(async () => {
        const outcome = await platform.send({ method: 'DELETE', path: `/webhooks/${platformId}` });
        if (outcome.kind !== 'accepted') note(`the webhook is not removed: ${outcome.why}`);
      });
      return registration.id;
    },
    resume() {
      const { registration } = state;
      if (is('registers on every start') && registration !== null) void work.begin(registerAgain);
      if (registration === null || is('registers a path that it does not serve')) return;
      if (registration.isRegistered && registration.url === url) return;
      registration.url = url;
      registration.isRegistered = false;
      save();
      void work.begin(sendRegistration);
    },
  };
};
