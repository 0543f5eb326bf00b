import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MadeCoupon } from '../../core/partner-record.ts';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { createPlatform } from '../../platform/create-platform.ts';
import { answerInMemory } from '../../platform/http/in-memory.ts';
import { panelPrefix } from '../../platform/http/respond.ts';
import { type FieldNames, usualNames } from '../field-names.ts';
import { type Surroundings, thisMachine } from '../surroundings.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import { withFilledInCustomers } from './filled-in-customers.ts';
import { type AskPlatform, forwardTo } from './forward.ts';
import { type Control, createFront } from './front.ts';
import { createMadeCoupons } from './made-coupons.ts';
import { createPanel, giftback, type Panel } from './panel.ts';
import { createRelay } from './relay.ts';
import { createTranscript, type Transcript, type TranscriptOptions } from './transcript.ts';
import { usualPathBy } from './usual-path.ts';

export interface StageOptions {
  host: string;
  /** Where the partner reaches the platform; 0 for any free port. */
  port: number;
  /** Real seconds that a documented second takes. */
  timeScale: number;
  earlier: TranscriptOptions['earlier'];
  note: TranscriptOptions['note'];
  /** The address that the partner is reported, where it is another than the one that is listened on. */
  publicUrl?: string;
  /** What the partner was configured with before; random when left out. */
  credentials?: { token?: string; accessKey?: string };
  /** Names of fields that the document leaves open. */
  names?: FieldNames | undefined;
  /** Answers what is no call of the platform. */
  control?: Control;
  /** This machine when left out. */
  surroundings?: Surroundings;
}

/** What the partner needs to know. */
export interface Access {
  baseUrl: string;
  accessHeader: string;
  /** Bearer of every call. */
  token: Secret;
  /** Value of the second header. */
  accessKey: Secret;
}

/** A platform of the partner's own for one session, with everything on its way recorded. */
export interface Stage extends AsyncDisposable, Omit<Panel, 'orderOf'> {
  readonly access: Access;
  readonly transcript: Transcript;
  readonly disturbances: Disturbances;
  readonly receiverMs: number;
  readonly names: FieldNames;
  /** Asks the platform itself, past everything that records. */
  readonly askPlatform: AskPlatform;
  readonly surroundings: Surroundings;
  /** The coupons that were notified so far, with what became of them. Rejects with what went wrong on our side. */
  coupons(): Promise<MadeCoupon[]>;
  /** The same as far as it is known without asking. */
  knownCoupons(): readonly MadeCoupon[];
  /** Whether neither the platform nor a disturbance has any to deliver; waits for those of disturbances. */
  isQuiet(): Promise<boolean>;
  /** Waits until the platform knows how its next attempt of a notification ended, for at most so long. */
  untilAnswered(mostMs: number): Promise<void>;
  /** Why it cannot go on with this partner, in words; undefined while it can. Throws what went wrong on our side. */
  hindrance(): string | undefined;
}

const companyName = 'Certified partner';
const accessHeader = 'service-access';
/** A few seconds at the very most; an answer after half of them is late. */
const receiverSeconds = 10;
/** On a small time scale a receiver would have milliseconds, and a busy machine takes long over many notifications at once. */
const receiverFloorMs = 4_000;
/** A partner may be notified at once: each further second would only be waited. */
const queueDelaySeconds = 0.4;
const platformSlackMs = 1_000;
const holdMs = 60_000;
const quietLookMs = 50;

/** Sets the stage. Rejects when the port is taken. */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { host, port, timeScale, earlier, note, publicUrl, credentials = {}, control } = options;
  const names: FieldNames = options.names ?? usualNames;
  // the platform knows the names that it has itself, and none that only obligations read
  const { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName } = names;
  const { surroundings = thisMachine } = options;
  const { runtime } = surroundings;
  const { token, accessKey } = credentials;
  const resources = new AsyncDisposableStack();
  try {
    const receiverMs = Math.max(receiverFloorMs, receiverSeconds * timeScale * 1000);
    const platform = createPlatform(
      {
        companies: [{ name: companyName, history: 'none', flows: [giftback], ...omitUndefined({ token }) }],
        ...omitUndefined({ accessKey }),
        policy: { timeScale },
        // the relay decides how long a receiver has
        choices: {
          // a scenario of its own adds fields that the document does not show
          answers: { extraFields: { payloads: false } },
          webhooks: { timeoutFloorMs: receiverMs + platformSlackMs, queueDelaySeconds },
          fields: { webhookUrl, orderCustomer, customerAddress, orderTotal, storeName },
        },
      },
      {
        ...runtime,
        openSender: () => ({ send: (attempt) => relay.sender.send(attempt), close: () => relay.sender.close() }),
      },
    );
    resources.defer(platform.close);
    const askPlatform = answerInMemory(platform.world, platform.respond);
    const [company] = platform.companies();
    if (company === undefined) throw new Error('the platform has no company');
    const secrets = {
      token: { env: 'PARTNER_TOKEN', value: company.token },
      accessKey: { env: 'PARTNER_ACCESS_KEY', value: platform.accessKey },
    };
    const transcript = createTranscript({
      runtime,
      secrets: [secrets.token, secrets.accessKey, ...(control === undefined ? [] : [control.token])],
      earlier,
      note,
    });
    const disturbances = createDisturbances((entry) => transcript.fault(entry), transcript.now);
    const { orderOf, ...panel } = createPanel({
      askPlatform,
      companyPath: `${panelPrefix}/companies/${company.id}`,
      token: platform.panelToken,
    });
    const companyHeaders = { authorization: `Bearer ${company.token}`, [accessHeader]: platform.accessKey };
    const coupons = createMadeCoupons({
      askPlatform,
      headers: companyHeaders,
      orderOf,
      now: transcript.now,
    });

    let fault: { error: unknown } | undefined;
    const onFault = (error: unknown): void => {
      fault ??= { error };
    };
    const mustBeSound = (): void => {
      if (fault !== undefined) throw fault.error;
    };

    const relay = createRelay({
      surroundings,
      transcript,
      disturbances,
      receiverMs,
      onCoupon: coupons.note,
      onFault,
    });
    const front = createFront({
      forward: withFilledInCustomers(forwardTo(askPlatform), {
        askPlatform,
        headers: companyHeaders,
        names,
      }),
      usualPath: usualPathBy(names.paths),
      transcript,
      disturbances,
      runtime,
      holdMs,
      onFault,
      ...omitUndefined({ control }),
    });
    const listening = resources.use(await surroundings.listen(front.serve, { host, port }));

    return {
      ...panel,
      access: {
        baseUrl: publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${listening.port}`,
        accessHeader,
        ...secrets,
      },
      transcript,
      disturbances,
      receiverMs,
      names,
      askPlatform,
      surroundings,
      async coupons() {
        mustBeSound();
        return coupons.all();
      },
      knownCoupons: coupons.known,
      async isQuiet() {
        await relay.idle();
        return !(await panel.isDelivering());
      },
      untilAnswered: relay.untilAnswered,
      hindrance() {
        mustBeSound();
        return front.hindrance();
      },
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};

/**
 * Waits until no notification is on its way any more, for at most so long. Resolves with whether that was reached; `onLook`
 * may throw to end it.
 */
export const untilQuiet = async (stage: Stage, timeoutMs: number, onLook: () => void = () => {}): Promise<boolean> => {
  const { runtime } = stage.surroundings;
  const untilMs = runtime.now() + timeoutMs;
  while (!(await stage.isQuiet())) {
    onLook();
    if (runtime.now() > untilMs) return false;
    await stage.untilAnswered(quietLookMs);
  }
  return true;
};
