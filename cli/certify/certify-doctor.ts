import { tryHooks } from '../../certify/doctor/try-hooks.ts';
import { openStage } from '../../certify/stage/open-stage.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { CliError } from '../cli-error.ts';
import { doctorReport, hasProblem } from '../describe-findings.ts';
import { exitCodes } from '../exit-codes.ts';
import { listenForInterrupt } from '../interrupt.ts';
import { asCliError, type CertifyOptions, describeConfiguration, requireReachable } from './certify-command.ts';
import { folderOf, readPartnerFile, sessionSecrets } from './session-inputs.ts';

export type CertifyDoctorOptions = Pick<CertifyOptions, 'partner' | 'host' | 'port' | 'publicUrl'> & { json?: boolean };

/** Tries a partner's hooks and prints what it found. Resolves with the exit code; throws `CliError`. */
export const certifyDoctor = async (options: CertifyDoctorOptions): Promise<number> => {
  const { host, port, publicUrl } = options;
  const partner = readPartnerFile(options.partner);
  const { triggers, start } = partner;
  if (triggers?.kind !== 'http' && triggers?.kind !== 'command') {
    throw new CliError(
      `${options.partner} names no hooks to try: \`triggers.kind\` is ${triggers === undefined ? 'not declared' : `"${triggers.kind}"`}. Set it to "http" or "command", or start "npx selo certify" at once.`,
    );
  }
  requireReachable(partner, options);
  const secrets = sessionSecrets(partner, process.env);
  using interrupt = listenForInterrupt(() => {
    process.stderr.write('\nInterrupted: no further hook is tried. Press Ctrl-C again to quit now.\n');
  });
  await using stage = await openStage({
    host,
    port,
    ...omitUndefined({ publicUrl, credentials: secrets.credentials }),
    timeScale: 1,
    names: partner.names,
    hasSecond: partner.capabilities.includes('several-companies'),
    earlier: { calls: 0, attempts: 0, faults: 0 },
    note: () => {},
  }).catch((error: unknown) => {
    throw asCliError(error, options);
  });
  if (start === undefined) {
    for (const line of describeConfiguration(stage, partner, secrets)) process.stderr.write(`${line}\n`);
  }
  const findings = await tryHooks({
    partner,
    partnerFolder: folderOf(options.partner),
    stage,
    signal: interrupt.signal,
  });
  process.stdout.write(stage.transcript.redacted(doctorReport(findings, options.json)));
  if (interrupt.signal.aborted) return exitCodes.interrupted;
  return hasProblem(findings) ? exitCodes.unjudgeable : exitCodes.holds;
};
