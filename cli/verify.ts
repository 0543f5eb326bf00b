import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Command, Option } from 'commander';
import { isObject } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { parsedJson } from '../fixtures/reading/parsed-json.ts';
import { CliError, orCliError } from './cli-error.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';
import { resolveResultFile } from './paths.ts';
import type { CertificateOptions } from './verify/verify-certificate.ts';

/** Levels that let a partner go live, the higher one first. */
const levels = ['certified', 'certified with remarks'] as const;

interface VerifyOptions extends Omit<CertificateOptions, 'enough' | 'page'> {
  expect?: (typeof levels)[number];
}

const textOf = (file: string): string => {
  if (!existsSync(file)) throw new CliError(`${file} does not exist.`);
  return orCliError(`${file} cannot be read`, () => readFileSync(file, 'utf8'));
};

/** The page of a certificate, in the same folder. */
const pageBeside = (file: string): Uint8Array | undefined => {
  const page = join(dirname(file), 'certificate.html');
  return existsSync(page) ? orCliError(`${page} cannot be read`, () => readFileSync(page)) : undefined;
};

/** Whether the text is a result of a run. A certificate has a payload. */
const isOfRun = (text: string): boolean => {
  const content = parsedJson(text);
  return isObject(content) && 'schema' in content && !('payload' in content);
};

const verify = async (path: string, { expect, ...options }: VerifyOptions): Promise<void> => {
  const file = resolveResultFile(path);
  const text = textOf(file);
  if (!isOfRun(text)) {
    if (options.key !== undefined && options.trusted !== undefined) {
      throw new CliError('--key and --trusted both say whom you trust. Leave one out.');
    }
    if (expect === undefined && options.unseenMusts !== undefined) {
      throw new CliError('--unseen-musts is a part of what you expect: add --expect with a level.');
    }
    if (expect !== undefined && options.key === undefined && options.trusted === undefined) {
      throw new CliError(
        '--expect says nothing of a certificate that anybody may have signed. Name the public key that you trust with --key, or a store of keys with --trusted.',
      );
    }
    const { verifyCertificateText } = await import('./verify/verify-certificate.ts');
    const enough = expect && levels.slice(0, levels.indexOf(expect) + 1);
    const page = pageBeside(file);
    await verifyCertificateText(text, { ...options, ...omitUndefined({ enough, page }) });
    return;
  }
  const { key, trusted, rules, unseenMusts } = options;
  if (rules === 'newer' || [key, trusted, expect, unseenMusts].some((each) => each !== undefined)) {
    throw new CliError(
      `${file} is the result of a run: it is not signed, and "npx selo replay ${file}" says what rules of this version would change.`,
    );
  }
  const { verifyResult } = await import('./verify/verify-result.ts');
  await verifyResult(file);
};

export const verifyCommand = (): Command =>
  new Command('verify')
    .description('check a certificate or the result of a run offline: re-check each verdict from its evidence')
    .argument('<file>', 'certificate.json, certificate.jws or result.json, or its folder')
    .option('--key <file>', 'public key that must have signed the certificate')
    .option('--trusted <file>', 'store of trusted keys; one of them must have signed it; see selo keys trust')
    .addOption(
      new Option('--rules <which>', 'newer: also show what the obligations of this version would judge differently')
        .choices(['certificate', 'newer'])
        .default('certificate'),
    )
    .addOption(
      new Option('--expect <level>', 'minimum level of a certificate; needs --key or --trusted').choices(levels),
    )
    .option(
      '--unseen-musts <number>',
      'with --expect: the most musts that may have had no occasion (default: as many as its issuer allowed)',
      numberFrom(0, 1000),
    )
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Evidence that was judged by other rules or obligations than those of this version cannot be judged again. Such a certificate rests only on its signer, so it needs --key or --trusted. Of such a result, Selo checks only the digest and the figures.',
        exitCodes: {
          0: 'it holds; with --expect, the partner also has the level',
          1: 'it does not hold',
          2: 'wrong usage, or a fault of Selo',
          4: 'the result was judged by other rules, or has no digest',
          5: 'with --expect: the certificate is authentic, and is not as expected',
        },
      }),
    )
    .action(verify);
