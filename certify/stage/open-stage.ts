import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MadeCoupon, OtherCompany } from '../../core/partner-record.ts';
import { type FieldNames, usualNames } from '../field-names.ts';
import { type Surroundings, thisMachine } from '../surroundings.ts';
import type { Access } from './access.ts';
import { createDisturbances, type Disturbances } from './disturbances.ts';
import { withFilledInCustomers } from './filled-in-customers.ts';
import { type AskJson, type Forward, forwardTo, type HttpCall } from './forward.ts';
import { type Control, createFront } from './front.ts';
import { createMadeCoupons, type MadeCoupons } from './made-coupons.ts';
import { withOpenForms } from './open-forms.ts';
import type { Panel } from './panel.ts';
import { createRelay } from './relay.ts';
import { accessHeader, type Credentials, createSessionPlatform, type SessionCompany } from './session-platform.ts';
import { createTranscript, type Transcript, type TranscriptOptions } from './transcript.ts';
import { usualPathBy } from './usual-path.ts';

export interface StageOptions {
  host: string;
  /** The port of the platform; 0 for any free port. */
  port: number;
  /** Real seconds for each documented second. */
  timeScale: number;
  earlier: TranscriptOptions['earlier'];
  note: TranscriptOptions['note'];
  /** The address that the partner gets, if it differs from the one on which the stage listens. */
  publicUrl?: string;
  credentials?: Credentials;
  /** Whether the partner serves a second company. */
  hasSecond?: boolean;
  /** Names of fields that the document does not show. */
  names?: FieldNames | undefined;
  /** Answers requests that are no calls of the platform. */
  control?: Control;
  /** Default: this machine. */
  surroundings?: Surroundings;
}

/** The platform that Selo plays for one session. It records all requests in both directions. */
export interface Stage extends AsyncDisposable, Pick<Panel, 'setFlow' | 'isDelivering'> {
  /** Whether the webhook of the first company is registered. */
  isRegistered(): Promise<boolean>;
  readonly access: Access;
  readonly transcript: Transcript;
  readonly disturbances: Disturbances;
  readonly receiverMs: number;
  readonly names: FieldNames;
  /** Asks the platform as the partner, for its first company and without recording. */
  readonly askJson: AskJson;
  readonly surroundings: Surroundings;
  /** Runs the flow for a phone, without an order. */
  runFlow(phone: string, company?: OtherCompany): Promise<void>;
  /** The coupons that were notified so far, with their fate. Rejects with an error of Selo itself. */
  coupons(): Promise<MadeCoupon[]>;
  /** The same coupons without asking the platform. */
  knownCoupons(): readonly MadeCoupon[];
  /** Whether no notification is left to deliver; waits for those of disturbances. */
  isQuiet(): Promise<boolean>;
  /** Resolves with whether an attempt ends within this time. */
  untilAnswered(maxMs: number): Promise<boolean>;
  /** Why the session cannot continue with this partner; undefined while it can. Throws an error of Selo itself. */
  hindrance(): string | undefined;
}

/** The receiver's timeout. A response after half of it is late. */
const receiverSeconds = 10;
/** A small time scale would leave a receiver milliseconds, too few on a busy machine. */
const receiverFloorMs = 4_000;
const holdMs = 60_000;
const quietLookMs = 50;

/** Keeps the first error of Selo itself, which ends the session. */
const createFault = () => {
  let first: { error: unknown } | undefined;
  return {
    note(error: unknown): void {
      first ??= { error };
    },
    throwIfAny(): void {
      if (first !== undefined) throw first.error;
    },
  };
};

/** Forwards each call for the company whose token it has. A call without a token is one for the first company. */
const forwardByCompany = (
  first: SessionCompany,
  second: SessionCompany | undefined,
  forwardFor: (company: SessionCompany) => Forward,
): Forward => {
  const toFirst = forwardFor(first);
  if (second === undefined) return toFirst;
  const toSecond = forwardFor(second);
  const isOfSecond = ({ headers }: Pick<HttpCall, 'headers'>): boolean =>
    headers.authorization?.endsWith(second.token.value) === true;
  return (call) => (isOfSecond(call) ? toSecond : toFirst)(call);
};

/** Opens the stage. Rejects when the port is in use. */
export const openStage = async (options: StageOptions): Promise<Stage> => {
  const { host, port, timeScale, earlier, note, publicUrl, credentials = {}, hasSecond = false, control } = options;
  const { surroundings = thisMachine } = options;
  const names: FieldNames = options.names ?? usualNames;
  const { runtime } = surroundings;
  const receiverMs = Math.max(receiverFloorMs, receiverSeconds * timeScale * 1000);
  await using opening = new AsyncDisposableStack();

  const platform = createSessionPlatform({
    runtime,
    timeScale,
    names,
    credentials,
    hasSecond,
    // the relay needs the platform, which sends nothing before the partner's first call
    sender: { send: (attempt) => relay.sender.send(attempt), close: () => relay.sender.close() },
    receiverMs,
  });
  opening.defer(platform.close);
  const { first, second, accessKey, ask } = platform;
  const { token, askJson, panel } = first;
  const companies = second === undefined ? [first] : [first, second];
  const transcript = createTranscript({
    runtime,
    secrets: [...companies.map((each) => each.token), accessKey, ...(control === undefined ? [] : [control.token])],
    earlier,
    note,
  });
  const disturbances = createDisturbances((entry) => transcript.fault(entry), transcript.now);
  const couponsOf = new Map<OtherCompany | undefined, MadeCoupons>(
    companies.map((each) => [each.company, createMadeCoupons(each, transcript.now)]),
  );
  const fault = createFault();
  const relay = createRelay({
    surroundings,
    transcript,
    disturbances,
    receiverMs,
    companyOf: (id) => companies.find((each) => each.id === id)?.company,
    registrationOf: async (company) => await companies.find((each) => each.company === company)?.panel.registration(),
    onCoupon: async (code, company) => await couponsOf.get(company)?.note(code),
    onFault: fault.note,
  });
  const front = createFront({
    forward: forwardByCompany(first, second, (each) =>
      withFilledInCustomers(withOpenForms(forwardTo(ask), names), { ...each, names }),
    ),
    usualPath: usualPathBy(names.paths),
    transcript,
    disturbances,
    runtime,
    holdMs,
    onFault: fault.note,
    ...omitUndefined({ control }),
  });
  const listening = opening.use(await surroundings.listen(front.serve, { host, port }));
  const resources = opening.move();

  const isDelivering = async (): Promise<boolean> =>
    (await Promise.all(companies.map((each) => each.panel.isDelivering()))).includes(true);

  return {
    isRegistered: async () => (await panel.registration()) !== undefined,
    setFlow: panel.setFlow,
    isDelivering,
    async runFlow(phone, company) {
      await companies.find((each) => each.company === company)?.panel.runFlow(phone);
    },
    access: {
      baseUrl: publicUrl ?? listening.url,
      accessHeader,
      token,
      ...omitUndefined({ secondToken: second?.token }),
      accessKey,
    },
    transcript,
    disturbances,
    receiverMs,
    names,
    askJson,
    surroundings,
    async coupons() {
      fault.throwIfAny();
      const all = await Promise.all([...couponsOf.values()].map((coupons) => coupons.all()));
      return all.flat();
    },
    knownCoupons: () => [...couponsOf.values()].flatMap((coupons) => coupons.known()),
    async isQuiet() {
      await relay.idle();
      return !(await isDelivering());
    },
    untilAnswered: relay.untilAnswered,
    hindrance() {
      fault.throwIfAny();
      return front.hindrance();
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
};

/**
 * Waits until no notification is left to deliver, at most `timeoutMs`. Resolves with whether that happened. `onLook`
 * may throw to end the wait.
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
