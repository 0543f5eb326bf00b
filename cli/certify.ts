import { Command, InvalidArgumentError } from 'commander';
import type { CertifyOptions } from './certify/certify-command.ts';
import type { CertifyDoctorOptions } from './certify/certify-doctor.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';

/** An address without what a call adds to it. */
const publicUrl = (text: string): string => {
  const { protocol, search, hash, username, password } = URL.parse(text) ?? {};
  const isPlain = [search, hash, username, password].every((part) => part === '') && !/[?#]/.test(text);
  if (/^https?:$/.test(protocol ?? '') && isPlain) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an http or https address without credentials, query and fragment.');
};

/** Where the platform that Selo plays is reached. */
const withAddress = (command: Command): Command =>
  command
    .option('--host <address>', 'address that the platform listens on for the partner', '127.0.0.1')
    .option('--port <number>', 'port that it listens on; any free one when 0', numberFrom(0, 65_535), 0)
    .option(
      '--public-url <address>',
      'the address that the partner calls, if a proxy stands in front of it',
      publicUrl,
    );

/** `selo certify doctor`: each hook of a partner's file once, before a session. */
const doctorCommand = (): Command =>
  withAddress(
    new Command('doctor')
      .description('try each hook of the partner file once, and say what to correct before a session')
      // the command above takes what both have, wherever it stands
      .option('--partner <file>', 'the partner file; required'),
  )
    .option('--json', 'the findings as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Starts the software if the partner file says how, plays the platform for it, and asks for each declared action once. No certificate is issued.',
        examples: { 'selo certify doctor --partner examples/shop/partner.json': 'every hook of the example shop' },
        exitCodes: {
          0: 'a session can begin; there may be warnings',
          2: 'wrong usage, or a fault of Selo',
          3: 'there are problems',
          130: 'interrupted',
        },
      }),
    )
    .action(async (_: unknown, command: Command) => {
      const { certifyDoctor } = await import('./certify/certify-doctor.ts');
      process.exitCode = await certifyDoctor(command.optsWithGlobals<CertifyDoctorOptions>());
    });

/** `selo certify`: Selo plays the platform, and a partner's software is judged. */
export const certifyCommand = (): Command =>
  withAddress(
    new Command('certify')
      .description('play the platform for a partner’s software, judge it, and issue a signed certificate')
      .requiredOption('--partner <file>', 'who is certified, what it can do, and how it is made to act (JSON)'),
  )
    .option('--time-scale <number>', 'real seconds per documented second (default: 1)', numberFrom(0.01, 1, false))
    .option('--seed <text>', 'what scenarios draw from, to have them draw the same again')
    .option('--scenario <names...>', 'play these alone; the certificate is incomplete then')
    .option(
      '--observe <minutes>',
      'play no scenario, and judge what the partner does by itself',
      numberFrom(0.01, 24 * 60, false),
    )
    .option('--resume <folder>', 'go on with a session that broke off, with what was not played yet')
    .option('--key <file>', 'private key that signs (default: SELO_SIGNING_KEY, else one for this session)')
    .option(
      '--unseen-musts <number>',
      'musts that may have had no occasion; with more the certificate is incomplete (default: any number)',
      numberFrom(0, 1000),
    )
    .option('--keep-customers', 'customers’ data stays in the evidence as it was sent')
    .option('--out <folder>', 'where each session gets a folder of its own', 'reports/out')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The session leaves certificate.json, the same as certificate.jws, and certificate.html in its folder.',
        examples: {
          'selo certify --partner examples/shop/partner.json --time-scale 0.05':
            'the example shop, with a twentieth of the documented times',
          'selo certify --partner mine.json --observe 30': 'half an hour of what the partner does by itself',
        },
        environment: {
          SELO_SIGNING_KEY: 'the private key that signs, as a JWK; --key comes first',
          SELO_PARTNER_TOKEN: 'token that the partner was configured with in an earlier session',
          SELO_PARTNER_ACCESS_KEY: 'second header that it was configured with',
          SELO_CONTROL_TOKEN: 'token of a partner that polls',
        },
        exitCodes: {
          0: 'certified, with or without remarks',
          1: 'not certified',
          2: 'wrong usage, or a fault of Selo',
          3: 'incomplete',
          130: 'interrupted',
        },
      }),
    )
    .addCommand(doctorCommand())
    .action(async (options: CertifyOptions) => {
      const { certify } = await import('./certify/certify-command.ts');
      process.exitCode = await certify(options);
    });
