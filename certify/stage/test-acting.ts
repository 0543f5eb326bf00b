import { expect } from 'vitest';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { type Stage, type StageOptions, untilQuiet } from './open-stage.ts';
import { startTestReceiver, type TestReceiver } from './test-receiver.ts';
import { headersFor, openTestStage } from './test-stage.ts';

export const bearerToken = 'the-partner-s-own-bearer';
export const phone = '+5511999990001';

export const orderBody = (externalId: string) => ({
  externalId,
  status: 'completed',
  total: 100,
  lineItems: [],
  customer: { phone, address: { street: 'x' } },
});

/** A partner that calls a stage. */
export interface Acting extends AsyncDisposable {
  stage: Stage;
  receiver: TestReceiver;
  call(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }>;
  order(externalId: string, more?: object): ReturnType<Acting['call']>;
  settle(): Promise<void>;
}

/** Opens a stage with a partner that has registered its receiver. */
export const startActing = async (
  note?: StageOptions['note'],
  given: Pick<StageOptions, 'names'> = {},
): Promise<Acting> => {
  const resources = new AsyncDisposableStack();
  const stage = resources.use(await openTestStage(note, given));
  const receiver = resources.use(await startTestReceiver());
  const { access } = stage;
  const call: Acting['call'] = async (method, path, body) => {
    const answer = await fetch(access.baseUrl + path, {
      method,
      headers: headersFor(access),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: parsedJson(await answer.text()) };
  };
  await call('POST', '/webhooks', { event: 'coupon_create', targetUrl: receiver.url, bearerToken });
  return {
    stage,
    receiver,
    call,
    order: (externalId, more = {}) => call('POST', '/orders', { ...orderBody(externalId), ...more }),
    async settle() {
      expect(await untilQuiet(stage, 10_000)).toBe(true);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
