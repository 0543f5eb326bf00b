import { setTimeout as delay } from 'node:timers/promises';
import type { Secret } from '../../fixtures/profile/secret.ts';
import { startPlatform } from '../../platform/start-platform.ts';
import type { MadeCoupon } from '../../suites/partner/record.ts';
import { type FieldNames, usualNames } from '../field-names.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import { forwardTo } from './forward.ts';
import { type Control, openFront } from './front.ts';
import { createMadeCoupons } from './made-coupons.ts';
import { createPanel, giftback, type Panel } from './panel.ts';
import { openRelay } from './relay.ts';
import { createTranscript, type Transcript, type TranscriptOptions } from './transcript.ts';

export interface StageOptions {
  host: string;
  /** Where the partner reaches the platform; 0 for any free port. */
  port: number;
  /** Real seconds that a documented second takes. */
  timeScale: number;
  earlier: TranscriptOptions['earlier'];
  note: TranscriptOptions['note'];
  /** The address that the partner is told, where it is another than the one that is listened on. */
  publicUrl?: string;
  /** What the partner was configured with before; random when left out. */
  credentials?: { token?: string; accessKey?: string };
  /** Names of fields that the document leaves open. */
  names?: FieldNames | undefined;
  /** Answers what is no call of the platform. */
  control?: Control;
}

/** What the partner has to be told. */
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
  /** Of the platform itself, past everything that records. */
  readonly platformUrl: string;
  /** The coupons that were notified so far, with what became of them. Rejects with what went wrong on our side. */
  coupons(): Promise<MadeCoupon[]>;
  /** The same as far as it is known without asking. */
  knownCoupons(): readonly MadeCoupon[];
  /** Whether neither the platform nor a disturbance has any to deliver; waits for those of disturbances. */
  isQuiet(): Promise<boolean>;
  /** Why it cannot go on with this partner, in words; undefined while it can. Throws what went wrong on our side. */
  hindrance(): string | undefined;
}

const companyName = 'Certified partner';
const accessHeader = 'service-access';
const receiverSeconds = 5;
/** On a small time scale a receiver would have milliseconds, and a busy machine takes long over 200 notifications at once. */
const receiverFloorMs = 4_000;
const platformSlackMs = 1_000;
const holdMs = 60_000;

/** Sets the stage. Rejects when the port is taken. */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { host, port, timeScale, earlier, note, publicUrl, credentials = {}, names = usualNames, control } = options;
  const { token, accessKey } = credentials;
  const resources = new AsyncDisposableStack();
  try {
    const receiverMs = Math.max(receiverFloorMs, receiverSeconds * timeScale * 1000);
    const platform = resources.use(
      await startPlatform({
        companies: [
          { name: companyName, history: 'none', flows: [giftback], ...(token === undefined ? {} : { token }) },
        ],
        ...(accessKey === undefined ? {} : { accessKey }),
        policy: { timeScale },
        // the relay decides how long a receiver has
        choices: { webhooks: { timeoutFloorMs: receiverMs + platformSlackMs }, fields: names },
      }),
    );
    const [company] = platform.companies;
    if (company === undefined) throw new Error('the platform has no company');
    const secrets = {
      token: { env: 'PARTNER_TOKEN', value: company.token },
      accessKey: { env: 'PARTNER_ACCESS_KEY', value: platform.accessKey },
    };
    const transcript = createTranscript({
      secrets: [secrets.token, secrets.accessKey, ...(control === undefined ? [] : [control.token])],
      earlier,
      note,
    });
    const disturbances = createDisturbances((entry) => transcript.fault(entry));
    const { orderOf, ...panel } = createPanel({
      companyUrl: `${platform.panelUrl}/companies/${company.id}`,
      token: platform.panelToken,
    });
    const coupons = createMadeCoupons({
      platformUrl: platform.baseUrl,
      headers: { authorization: `Bearer ${company.token}`, [accessHeader]: platform.accessKey },
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

    const relay = resources.use(
      await openRelay({
        transcript,
        disturbances,
        webhookUrl: names.webhookUrl,
        receiverMs,
        onCoupon: coupons.note,
        onFault,
      }),
    );
    const front = resources.use(
      await openFront({
        host,
        port,
        forward: forwardTo(platform.baseUrl, relay),
        transcript,
        disturbances,
        holdMs,
        onFault,
        ...(control === undefined ? {} : { control }),
      }),
    );

    return {
      ...panel,
      access: {
        baseUrl: publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${front.port}`,
        accessHeader,
        ...secrets,
      },
      transcript,
      disturbances,
      receiverMs,
      names,
      platformUrl: platform.baseUrl,
      async coupons() {
        mustBeSound();
        return coupons.all();
      },
      knownCoupons: coupons.known,
      async isQuiet() {
        await relay.idle();
        return !(await panel.isDelivering());
      },
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
export const untilQuiet = async (stage: Stage, patienceMs: number, onLook: () => void = () => {}): Promise<boolean> => {
  const untilMs = performance.now() + patienceMs;
  while (!(await stage.isQuiet())) {
    onLook();
    if (performance.now() > untilMs) return false;
    await delay(50);
  }
  return true;
};
