import { isObject } from '../../core/json.ts';
import { type Client, openClient } from '../../fixtures/client/client.ts';
import type { Company } from '../../fixtures/profile/profile.ts';
import { bodiesOf } from '../../fixtures/run/bodies-of.ts';
import { credentialHeaders } from '../../fixtures/run/credentials.ts';
import { type EmbeddedOptions, type EmbeddedTarget, startEmbedded } from '../../platform/embedded/start-embedded.ts';

/** An embedded platform with a client to it. */
export interface TestTarget extends EmbeddedTarget {
  client: Client;
  company(name: string): Company;
  /** Sends as the shop of a company. */
  send(company: string, method: string, path: string, body?: object): Promise<{ status: number; body: unknown }>;
  /** Resolves with the id of the order. */
  storeOrder(company: string, externalId: string): Promise<string>;
}

export const startTestTarget = async (options: EmbeddedOptions = {}): Promise<TestTarget> => {
  await using starting = new AsyncDisposableStack();
  const target = starting.use(await startEmbedded(options));
  const { profile } = target;
  const client = starting.use(
    openClient({
      baseUrl: profile.baseUrl,
      concurrency: 8,
      timeoutSeconds: 5,
      redact: (text) => text,
      onExchange: () => {},
    }),
  );
  const company = (name: string): Company => {
    const found = profile.companies.find((each) => each.name === name);
    if (found === undefined) throw new Error(`the embedded profile has no company ${name}`);
    return found;
  };
  const send: TestTarget['send'] = async (name, method, path, body) => {
    const answer = await client.send(
      {
        by: 'test',
        company: name,
        method,
        path,
        headers: { ...credentialHeaders(profile, company(name)), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      () => {},
    );
    return { status: answer.status, body: answer.body };
  };
  const resources = starting.move();
  return {
    ...target,
    client,
    company,
    send,
    async storeOrder(name, externalId) {
      const phone = '+5511987650001';
      await send(
        name,
        'POST',
        '/orders',
        bodiesOf(profile).order({ externalId, status: 'completed', phone, total: 10 }),
      );
      const { body } = await send(name, 'GET', `/orders/external/${externalId}`);
      if (!isObject(body) || typeof body.id !== 'string') throw new Error(`${externalId} was not stored`);
      return body.id;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};
