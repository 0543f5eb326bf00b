import { existsSync, readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { CliError } from './cli-error.ts';
import { exitCodes } from './run/conclude.ts';

interface VerifyOptions {
  key?: string;
  rules: 'certificate' | 'newer';
}

const newerRules = (changes: readonly string[]): string[] =>
  changes.length === 0
    ? ['by the obligations of this version every verdict would be the same']
    : ['by the obligations of this version:', ...changes.map((change) => `  ${change}`)];

const verify = async (file: string, { key, rules }: VerifyOptions): Promise<void> => {
  if (!existsSync(file)) throw new CliError(`${file} does not exist.`);
  const { changedByNewerRules, verifyCertificate } = await import('../certify/certificate/verify.ts');
  const { readKeyFile } = await import('../certify/certificate/keys.ts');
  const { printableLines } = await import('../reports/printable.ts');
  const trusted = key === undefined ? undefined : await readKeyFile(key);
  const { certificate, signedBy, problems, remarks } = await verifyCertificate(readFileSync(file, 'utf8'), trusted);
  const lines = [
    ...(certificate === undefined
      ? []
      : [
          `${certificate.partner.name} ${certificate.partner.version}: ${certificate.level}, valid until ${certificate.validUntil.slice(0, 10)}`,
          `signed with key ${signedBy ?? 'unknown'} · ${certificate.verdicts.length} obligations, computed again from ${certificate.record.calls.length} calls and ${certificate.record.attempts.length} notifications`,
        ]),
    ...problems.map((problem) => `✗ ${problem}`),
    ...remarks.map((remark) => `  ${remark}`),
    ...(rules === 'newer' && certificate !== undefined ? newerRules(changedByNewerRules(certificate)) : []),
    problems.length === 0 ? '✓ the certificate holds' : '✗ the certificate does not hold',
  ];
  process.stdout.write(`${printableLines(lines.join('\n'))}\n`);
  process.exitCode = problems.length === 0 ? exitCodes.holds : exitCodes.failed;
};

/** `selo verify`: a certificate's signature, and every verdict computed again from its evidence. */
export const verifyCommand = (): Command =>
  new Command('verify')
    .description('check a certificate offline: its signature, and every verdict anew from its evidence')
    .argument('<certificate>', 'the file')
    .option('--key <file>', 'public key that it must be signed by')
    .addOption(
      new Option('--rules <which>', 'newer: what the obligations of this version would say otherwise')
        .choices(['certificate', 'newer'])
        .default('certificate'),
    )
    .action(verify);
