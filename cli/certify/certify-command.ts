import { randomBytes } from 'node:crypto';
import { rmdirSync, rmSync, statSync } from 'node:fs';
import { loopbackUrl } from '../../certify/loopback-url.ts';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { PartnerNotStarted } from '../../certify/session/partner-gone.ts';
import { runSession, type Session } from '../../certify/session/run-session.ts';
import { openSessionLog } from '../../certify/session/session-log.ts';
import type { Stage } from '../../certify/stage/open-stage.ts';
import type { Certificate } from '../../core/certificate.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { urlHost } from '../../fixtures/processes/listening.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { askPerson } from './ask-person.ts';
import { issueFiles } from './issue-files.ts';
import { earlierSessionFolder, newSessionFolder, type SessionFolder } from './session-folder.ts';
import { folderOf, readPartnerFile, type SessionSecrets, sessionSecrets, signingKeyFrom } from './session-inputs.ts';

export interface CertifyOptions {
  partner: string;
  host: string;
  port: number;
  publicUrl?: string;
  timeScale?: number;
  seed?: string;
  scenario?: string[];
  observe?: number;
  resume?: string;
  key?: string;
  keepCustomers?: boolean;
  unseenMusts?: number;
  out: string;
  quiet?: boolean;
}

const codeOf: Record<Certificate['level'], number> = {
  certified: exitCodes.holds,
  'certified with remarks': exitCodes.holds,
  'not certified': exitCodes.failed,
  incomplete: exitCodes.unjudgeable,
};

const requireKnownScenarios = (names: readonly string[]): void => {
  const known = allScenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new CliError(`--scenario ${unknown}: there are ${known.join(', ')}.`);
};

/** The platform needs an address that a partner on another machine can reach. */
export const requireReachable = (
  { start }: PartnerConfig,
  { host, publicUrl }: Pick<CertifyOptions, 'host' | 'publicUrl'>,
): void => {
  if (publicUrl !== undefined || start !== undefined) return;
  if (loopbackUrl(`http://${urlHost(host)}`) === undefined) return;
  throw new CliError(`--host ${host} listens on every address: say with --public-url where the partner reaches it.`);
};

const requirePlayable = (partner: PartnerConfig, options: CertifyOptions): void => {
  const { triggers } = partner;
  requireKnownScenarios(options.scenario ?? []);
  requireReachable(partner, options);
  if (options.resume !== undefined && (options.timeScale !== undefined || options.seed !== undefined)) {
    throw new CliError('--resume continues with the time scale and the seed of the session: leave them out.');
  }
  if (options.observe !== undefined) return;
  if (triggers === undefined) {
    throw new CliError(
      `${options.partner} has no triggers, so the partner cannot be made to act: add them, or use --observe.`,
    );
  }
  if (triggers.kind === 'person' && !process.stdin.isTTY) {
    throw new CliError(
      'A person is asked to act, but there is no terminal to ask at: run the command in one, or add hooks.',
    );
  }
};

/** What to configure in the partner's software if Selo does not start it. */
export const describeConfiguration = (
  { access, names }: Pick<Stage, 'access' | 'names'>,
  { triggers }: Pick<PartnerConfig, 'triggers'>,
  { credentials = {} }: SessionSecrets,
): string[] => [
  'Configure the partner’s software:',
  `  address        ${access.baseUrl}`,
  `  token          ${credentials.token === undefined ? access.token.value : 'that of SELO_PARTNER_TOKEN'}`,
  ...(access.secondToken === undefined
    ? []
    : [
        `  second token   ${credentials.secondToken === undefined ? access.secondToken.value : 'that of SELO_PARTNER_SECOND_TOKEN'}, of the second company`,
      ]),
  `  second header  ${access.accessHeader}: ${credentials.accessKey === undefined ? access.accessKey.value : 'that of SELO_PARTNER_ACCESS_KEY'}`,
  `  field names    ${names.webhookUrl} (URL of a webhook), ${names.orderCustomer} (of an order), ${names.customerAddress}, ${names.orderTotal}, ${names.storeName} (of a store)`,
  '  paths          those of docs/hooks.md, unless names.paths of the partner file declares others',
  ...(triggers?.kind === 'poll' ? [`  what to do     ${access.baseUrl}/selo/actions/next, by SELO_CONTROL_TOKEN`] : []),
];

const seedLength = 4;

/** Plays the scenarios or observes, and logs everything to the folder of the session. */
const certifyPartner = async (
  partner: PartnerConfig,
  { logFile, earlier }: SessionFolder,
  options: CertifyOptions,
  secrets: SessionSecrets,
  signal: AbortSignal,
): Promise<Session> => {
  const say = (line: string): void => {
    if (!options.quiet) process.stderr.write(`${line}\n`);
  };
  using log = openSessionLog(logFile);
  return await runSession({
    partner,
    partnerFolder: folderOf(options.partner),
    host: options.host,
    port: options.port,
    ...omitUndefined({ publicUrl: options.publicUrl }),
    ...secrets,
    timeScale: earlier?.beginning.timeScale ?? options.timeScale ?? 1,
    seed: earlier?.beginning.seed ?? options.seed ?? randomBytes(seedLength).toString('hex'),
    ...omitUndefined({
      only: options.scenario,
      observeMs: options.observe && options.observe * 60_000,
      earlier,
    }),
    ask: askPerson(signal),
    signal,
    onReady(stage) {
      if (partner.start === undefined) for (const line of describeConfiguration(stage, partner, secrets)) say(line);
    },
    onScenario: ({ title }, number, count) => say(`${String(number).padStart(2)} of ${count} · ${title}`),
    onRepetition: ({ scenario, obligations }, number, count) =>
      say(`again, ${number} of ${count}, to confirm ${obligations.join(', ')} · ${scenario.title}`),
    note: log.note,
  });
};

/** Turns an error of listening into a `CliError`. */
export const asCliError = (error: unknown, { host, port }: Pick<CertifyOptions, 'host' | 'port'>): unknown => {
  const isOfAddress = error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(`${error.syscall}`);
  return isOfAddress ? new CliError(`--host ${host} --port ${port} cannot be listened on: ${error.message}`) : error;
};

/** Removes the folder of a session that did not begin, unless it resumes an earlier one. */
const removeUnbegun = ({ path, logFile, earlier }: SessionFolder, error: unknown): void => {
  const sawNothing = error instanceof PartnerNotStarted || statSync(logFile, { throwIfNoEntry: false })?.size === 0;
  if (earlier !== undefined || !sawNothing) return;
  rmSync(logFile);
  rmdirSync(path);
};

/** Runs a session with a partner. Resolves with the exit code; throws `CliError` and `KeyError`. */
export const certify = async (options: CertifyOptions): Promise<number> => {
  const { observe, resume } = options;
  const partner = readPartnerFile(options.partner);
  requirePlayable(partner, options);
  const secrets = sessionSecrets(partner, process.env);
  const signingKey = await signingKeyFrom(options.key);
  const folder =
    resume === undefined ? newSessionFolder(options.out) : earlierSessionFolder(resume, partner, observe !== undefined);
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('\nInterrupted: the session ends. Press Ctrl-C again to quit now.\n');
  });
  const session = await certifyPartner(partner, folder, options, secrets, interrupt.signal).catch((error: unknown) => {
    removeUnbegun(folder, error);
    throw asCliError(error, options);
  });
  const keepsCustomers = options.keepCustomers ?? false;
  const { level } = await issueFiles({
    session,
    partner,
    signingKey,
    keepsCustomers,
    ...omitUndefined({ unseenMusts: options.unseenMusts }),
    folder: folder.path,
  });
  if (session.ended === 'complete') rmSync(folder.logFile);
  // an observation may end early
  const isCutOff = interrupt.signal.aborted && observe === undefined;
  return isCutOff ? exitCodes.interrupted : codeOf[level];
};
