import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { JWK } from 'jose';
import type { Certificate } from '../../certify/certificate/certificate.ts';
import { issueCertificate } from '../../certify/certificate/issue.ts';
import { fingerprint, newKey, readKey, readKeyFile } from '../../certify/certificate/keys.ts';
import { signCertificate } from '../../certify/certificate/sign.ts';
import { type PartnerConfig, partnerConfigSchema } from '../../certify/partner-config.ts';
import { allScenarios } from '../../certify/scenarios/all-scenarios.ts';
import { runSession } from '../../certify/session/run-session.ts';
import type { Stage } from '../../certify/stage/open-stage.ts';
import manifest from '../../package.json' with { type: 'json' };
import { certificateReport } from '../../reports/certificate/console-report.ts';
import { certificatePage } from '../../reports/certificate/page.ts';
import { paintFor } from '../../reports/paint.ts';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../run/conclude.ts';
import { listenForInterrupt } from '../run/interrupt.ts';
import { askPerson } from './ask-person.ts';

export interface CertifyOptions {
  partner: string;
  host: string;
  port: number;
  timeScale: number;
  scenario?: string[];
  observe?: number;
  key?: string;
  keepCustomers?: boolean;
  out: string;
  quiet?: boolean;
}

const certificateFile = 'certificate.json';
const pageFile = 'certificate.html';

const codeOf: Record<Certificate['level'], number> = {
  certified: exitCodes.holds,
  'certified with remarks': exitCodes.holds,
  'not certified': exitCodes.failed,
  incomplete: exitCodes.unjudgeable,
};

const readPartner = (file: string): PartnerConfig => {
  if (!existsSync(file)) throw new CliError(`--partner ${file}: there is no such file.`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new CliError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const parsed = partnerConfigSchema.safeParse(content);
  if (parsed.success) return parsed.data;
  const told = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || '(the whole)'}: ${message}`);
  throw new CliError(`${file} does not describe a partner:\n${told.join('\n')}`);
};

const requireKnown = (names: readonly string[]): void => {
  const known = allScenarios.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new CliError(`--scenario ${unknown}: there are ${known.join(', ')}.`);
};

const signingKey = async ({ key }: CertifyOptions): Promise<{ jwk: JWK; isOwn: boolean }> => {
  if (key !== undefined) return { jwk: await readKeyFile(key), isOwn: true };
  const { SELO_SIGNING_KEY: text } = process.env;
  if (text !== undefined) return { jwk: await readKey(text, 'SELO_SIGNING_KEY'), isOwn: true };
  return { jwk: await newKey(), isOwn: false };
};

/** What a person has to tell the partner's software, where Selo does not start it. */
const toConfigure = ({ access }: Stage): string[] => [
  'Configure the partner’s software:',
  `  address        ${access.baseUrl}`,
  `  token          ${access.token.value}`,
  `  second header  ${access.accessHeader}: ${access.accessKey.value}`,
];

/** Runs a session with a partner. Resolves with the exit code; throws `CliError` and `KeyError`. */
export const certify = async (options: CertifyOptions): Promise<number> => {
  const say = (line: string): void => {
    if (!options.quiet) process.stderr.write(`${line}\n`);
  };
  const partner = readPartner(options.partner);
  requireKnown(options.scenario ?? []);
  if (partner.triggers === undefined && options.observe === undefined) {
    throw new CliError(
      `${options.partner} has no triggers, so the partner cannot be made to act: add them, or --observe.`,
    );
  }
  if (partner.triggers?.kind === 'person' && options.observe === undefined && !process.stdin.isTTY) {
    throw new CliError(
      'A person is asked to act, and there is no terminal to ask at: start this in one, or add hooks.',
    );
  }
  const { jwk, isOwn } = await signingKey(options);
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('\nInterrupted: the session ends. Again to quit at once.\n');
  });
  const session = await runSession({
    partner,
    host: options.host,
    port: options.port,
    timeScale: options.timeScale,
    ...(options.scenario === undefined ? {} : { only: options.scenario }),
    ...(options.observe === undefined ? {} : { observeMs: options.observe * 60_000 }),
    ask: askPerson,
    signal: interrupt.signal,
    onReady(stage) {
      if (partner.start === undefined) for (const line of toConfigure(stage)) say(line);
    },
    onScenario: ({ title }, number, count) => say(`${String(number).padStart(2)} of ${count} · ${title}`),
  });
  const signed = await signCertificate(
    issueCertificate(session, partner, {
      selo: manifest.version,
      keepsCustomers: options.keepCustomers ?? false,
    }),
    jwk,
  );
  const { certificate } = signed;
  const folder = join(resolve(options.out), `certify-${certificate.validFrom.replace(/[:.]/g, '-')}`);
  mkdirSync(folder, { recursive: true });
  const file = join(folder, certificateFile);
  writeFileSync(file, `${JSON.stringify(signed, null, 1)}\n`);
  writeFileSync(join(folder, pageFile), certificatePage(certificate, fingerprint(jwk)));
  const fromHere = relative('', file);
  process.stdout.write(
    `${certificateReport(certificate, paintFor(process.stdout)).join('\n')}\n${[
      `signed with key ${fingerprint(jwk)}${isOwn ? '' : ', made for this session: name your own with --key'}`,
      `certificate: ${fromHere.startsWith('..') ? file : fromHere}`,
    ].join('\n')}\n`,
  );
  // to end an observation early is no accident
  const isCutOff = interrupt.signal.aborted && options.observe === undefined;
  return isCutOff ? exitCodes.interrupted : codeOf[certificate.level];
};
