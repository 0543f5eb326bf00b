import { omitUndefined } from '../../core/omit-undefined.ts';
import type { ActionName } from './hook-contract.ts';
import type { Acted, Trigger } from './trigger.ts';

/** A request to the person who operates the shop. */
export interface Question {
  /** What to do in the shop. */
  text: string;
  /** Whether to ask for the shop's own id of the new record. */
  wantsId: boolean;
  /** The timeout of the question, in milliseconds. */
  timeoutMs: number;
}

/** `canceled`: the session is to end. */
export type Asked = { said: 'done'; id?: string } | { said: 'cannot' | 'nothing' | 'canceled' };

export type Ask = (question: Question) => Promise<Asked>;

const timeoutMs = 10 * 60_000;

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const sentences: Readonly<Record<ActionName, (parameters: Record<string, unknown>) => string>> = {
  'register-webhook': () => 'Have the software register its webhook.',
  'change-webhook': () => 'Have the software change its registration, for instance to another bearer.',
  'unregister-webhook': () => 'Have the software remove its registration.',
  'create-customer': ({ id }) =>
    id === undefined ? 'Make a customer.' : `Send the customer ${text(id)} again, as it is.`,
  'update-customer': ({ id }) => `Change the customer ${text(id)}.`,
  'delete-customer': ({ id }) => `Delete the customer ${text(id)}.`,
  'create-product': ({ id }) =>
    id === undefined ? 'Make a product.' : `Send the product ${text(id)} again, as it is.`,
  'create-store': ({ id }) => (id === undefined ? 'Make a store.' : `Send the store ${text(id)} again, as it is.`),
  'create-cart': ({ id }) =>
    id === undefined ? 'Fill a cart and leave it.' : `Send the cart ${text(id)} again, as it is.`,
  'create-order': ({ id, status = 'completed', phone, couponCode }) =>
    id === undefined
      ? `Make an order with the status ${text(status)}${phone === undefined ? '' : `, for a customer with the phone ${text(phone)}`}${couponCode === undefined ? '' : `, with the coupon ${text(couponCode)}`}.`
      : `Send the order ${text(id)} again, as it is.`,
  'pay-order': ({ id }) => `Mark the order ${text(id)} as paid.`,
  'cancel-order': ({ id }) => `Cancel the order ${text(id)}.`,
  redeem: ({ code, id, total }) =>
    id === undefined
      ? `Make a paid order with the coupon ${text(code)}${total === undefined ? '' : `, worth ${text(total)}`}.`
      : `Put the coupon ${text(code)} on the order ${text(id)}.`,
  'make-coupon': () => 'Make a coupon in the shop, and do not have it registered.',
  'register-coupon': () => 'Make a coupon in the shop and have it registered.',
  'register-shared-coupon': () => 'Make a coupon for everybody and have it registered.',
  'mark-coupon-used': ({ code }) => `Mark the coupon ${text(code)} as used by hand.`,
  synchronize: ({ list, since, changedSince }) =>
    `Have the list of ${text(list)} read${since === undefined ? '' : `, from ${text(since)} on`}${changedSince === undefined ? '' : `, by what has changed since ${text(changedSince)}`}.`,
  'read-coupons-config': () => 'Have the coupons configuration read.',
};

const making = /^(create|make|register-(shared-)?coupon)/;

/** Asks a person to make the partner's software act and to say when it has finished. */
export const promptTrigger = (ask: Ask): Trigger => {
  const asked = async (question: Question): Promise<Acted> => {
    const answer = await ask(question);
    switch (answer.said) {
      case 'done':
        return { outcome: 'done', ...omitUndefined({ id: answer.id }) };
      case 'cannot':
        return { outcome: 'cannot', message: 'said by a person' };
      case 'nothing':
        return { outcome: 'failed', message: `nobody answered within ${timeoutMs / 60_000} minutes` };
      case 'canceled':
        return { outcome: 'failed', message: 'the question was canceled' };
    }
  };
  // asks only once whether it has finished, until the next action
  let isFinished = true;
  const done = async (question: Question): Promise<Acted> => {
    const acted = await asked(question);
    if (acted.outcome !== 'cannot') isFinished = false;
    return acted;
  };
  return {
    async act(action, parameters) {
      const acted = await done({
        text: `${parameters.company === undefined ? '' : 'For the second company: '}${sentences[action](parameters)}`,
        wantsId: making.test(action) && parameters.id === undefined,
        timeoutMs,
      });
      // later actions of a scenario need the code of a coupon
      return action.endsWith('coupon') && acted.id !== undefined ? { ...acted, code: acted.id } : acted;
    },
    async idle(untilMs) {
      if (isFinished) return { outcome: 'done' };
      const acted = await asked({
        text: 'Wait until the software has finished.',
        wantsId: false,
        timeoutMs: untilMs,
      });
      isFinished = acted.outcome !== 'failed';
      return acted;
    },
    restart: () => done({ text: 'Start the software again; it keeps what it stores.', wantsId: false, timeoutMs }),
  };
};
