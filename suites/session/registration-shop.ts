import { Unavailable } from '../../fixtures/client/unavailable.ts';
import type { Exchange } from '../../fixtures/exchange.ts';
import { describeUnknownId, registrationIdIn } from '../../fixtures/run/registration-id.ts';
import type { FlowShop, RegistrationShop, Send } from '../check-context.ts';
import { Unverified } from '../judge/outcome.ts';
import { path } from '../path.ts';
import type { Receiver } from './environment.ts';
import { mustBeAccepted } from './given.ts';

const triesToRestore = 8;

interface RegistrationShopOptions {
  shop: Omit<FlowShop, 'otherCompany'>;
  receiver: Receiver;
  idPointer: string | undefined;
  /** Run when the check has ended, however it ended. */
  onEnd: (task: () => Promise<void>) => void;
}

/** Registers the receiver of the run and returns a company whose registration the check may change. */
export const registrationShop = async (options: RegistrationShopOptions): Promise<RegistrationShop> => {
  const { shop, receiver, idPointer, onEnd } = options;
  const { capture, mailbox } = receiver;
  const own = { url: mailbox.url, bearerToken: mailbox.bearerToken };

  const body: RegistrationShop['registration']['body'] = (changes) => shop.body.webhook({ ...own, ...changes });

  const post: Send = async (sentTo, sent) => {
    const answer = await shop.post(sentTo, sent);
    const id = sentTo === '/webhooks' ? registrationIdIn(answer, idPointer) : undefined;
    if (id !== undefined) mailbox.registrationId = id;
    return answer;
  };

  const register = async (): Promise<Exchange> => {
    const known = mailbox.registrationId;
    if (known !== undefined) {
      const put = await shop.put(path`/webhooks/${known}`, { body: body() });
      if (put.status === 200) return put;
    }
    return await post('/webhooks', { body: body() });
  };

  /** Whether the registration succeeded. A gateway in front of the target may have refused it. */
  const isRegistered = async (): Promise<boolean> => {
    try {
      return (await register()).status === 200;
    } catch (error) {
      if (error instanceof Unavailable) return false;
      throw error;
    }
  };

  onEnd(async () => {
    // otherwise, notifications of later checks arrive at the wrong receiver
    for (let left = triesToRestore; left > 0 && !(await isRegistered()); left--);
  });
  const registered = await register();
  mustBeAccepted(registered, 'registering the receiver');

  return {
    ...shop,
    post,
    registration: {
      get path() {
        if (mailbox.registrationId !== undefined) return path`/webhooks/${mailbox.registrationId}`;
        throw new Unverified('not-declared', describeUnknownId(registered, idPointer));
      },
      ...own,
      body,
      async otherUrl(settings) {
        const other = `${mailbox.id}-${shop.unique.integer(1, 1e9)}`;
        // stays open for late notifications, which the target would retry if nobody answered
        return await capture.openMailbox(other, settings);
      },
      async closedUrl() {
        const listener = await capture.openListener(mailbox.id);
        await listener.close();
        onEnd(() => listener.close());
        return { url: listener.url, open: () => listener.reopen() };
      },
    },
  };
};
