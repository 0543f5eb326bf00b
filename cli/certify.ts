import { Command, InvalidArgumentError, Option } from 'commander';
import type { CertifyOptions } from './certify/certify-command.ts';
import type { CertifyDoctorOptions } from './certify/certify-doctor.ts';
import type { CertifyInitOptions } from './certify/init/certify-init.ts';
import { helpNotes } from './help-notes.ts';
import { numberFrom } from './number-option.ts';

/** An http or https URL that a path can be appended to. */
const publicUrl = (text: string): string => {
  const { protocol, search, hash, username, password } = URL.parse(text) ?? {};
  const isPlain = [search, hash, username, password].every((part) => part === '') && !/[?#]/.test(text);
  if (/^https?:$/.test(protocol ?? '') && isPlain) return text.replace(/\/+$/, '');
  throw new InvalidArgumentError('Expected an http or https address without credentials, query and fragment.');
};

const withAddress = (command: Command): Command =>
  command
    .option('--host <address>', 'address that the platform listens on', '127.0.0.1')
    .option('--port <number>', 'port that the platform listens on; 0 for any free port', numberFrom(0, 65_535), 0)
    .option(
      '--public-url <address>',
      'URL that the partner calls, if a proxy stands in front of the platform',
      publicUrl,
    );

const initCommand = (): Command =>
  new Command('init')
    .description('write a partner file and its hooks, to be filled in')
    .addOption(
      new Option('--language <language>', 'language of the hooks')
        .choices(['typescript', 'python', 'php'])
        .default('typescript'),
    )
    .option(
      '--capabilities <names...>',
      'what the software does, by the names in docs/partner.md, with blanks or commas between them',
      ['orders'],
    )
    .option('--name <name>', 'name of the software', 'My software')
    .option('--hooks-port <number>', 'port that the hooks listen on', numberFrom(1, 65_535), 4100)
    .option('--folder <folder>', 'folder that gets the files', '.')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'The hooks are served over HTTP; docs/certify.md has the other triggers. No file is replaced. docs/hooks.md says of each action what it must change.',
        examples: {
          'npx selo certify init --language python': 'write partner.json and hooks.py',
        },
        exitCodes: { 0: 'the files are written', 2: 'wrong usage, or a file already exists' },
      }),
    )
    .action(async (options: CertifyInitOptions) => {
      const { certifyInit } = await import('./certify/init/certify-init.ts');
      certifyInit(options);
    });

const doctorCommand = (): Command =>
  withAddress(
    new Command('doctor')
      .description('try each hook of the partner file once, and say what to correct before a session')
      // this option of the parent command is also valid here
      .option('--partner <file>', 'partner file; required'),
  )
    .option('--json', 'print the findings as JSON')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'Selo starts the software if the partner file says how, plays the platform for it, and requests each declared action once. It issues no certificate.',
        examples: {
          'npx selo certify doctor --partner examples/shop/partner.json': 'try every hook of the example shop',
        },
        exitCodes: {
          0: 'a session can start; there may be warnings',
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

export const certifyCommand = (): Command =>
  withAddress(
    new Command('certify')
      .description('play the platform for a partner’s software, test it, and issue a signed certificate')
      .option(
        '--partner <file>',
        'JSON file that says who is certified, what the software can do, and how to make it act; required',
      ),
  )
    .hook('preAction', (command, acting) => {
      // init writes the file that the other commands need
      if (acting.name() !== 'init' && command.opts<Partial<CertifyOptions>>().partner === undefined) {
        command.error("error: required option '--partner <file>' not specified");
      }
    })
    .option(
      '--time-scale <number>',
      'real seconds per documented second, from 0.01 to 1 (default: 1)',
      numberFrom(0.01, 1, false),
    )
    .option('--seed <text>', 'seed of the scenarios; the same seed generates the same values')
    .option('--scenario <names...>', 'play only these; the certificate is then incomplete')
    .option(
      '--observe <minutes>',
      'play no scenario, and test what the partner does by itself',
      numberFrom(0.01, 24 * 60, false),
    )
    .option('--resume <folder>', 'resume an interrupted session with the scenarios that are left')
    .option('--key <file>', 'private key to sign with (default: SELO_SIGNING_KEY, or a new key for this session)')
    .option(
      '--unseen-musts <number>',
      'number of musts without an occasion; with more, the certificate is incomplete (default: any number)',
      numberFrom(0, 1000),
    )
    .option('--keep-customers', 'keep the data of customers in the evidence as it was sent')
    .option('--out <folder>', 'folder that gets one subfolder for each session', 'reports/out')
    .option('--quiet', 'print no progress')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'The session writes certificate.json, the same certificate as certificate.jws, and certificate.html into its folder.',
        examples: {
          'npx selo certify --partner examples/shop/partner.json --time-scale 0.05':
            'certify the example shop, with a twentieth of the documented times',
          'npx selo certify --partner mine.json --observe 30': 'watch for half an hour what the partner does by itself',
        },
        environment: {
          SELO_SIGNING_KEY: 'private key to sign with, as a JWK; --key overrides it',
          SELO_PARTNER_TOKEN: 'token of the partner from an earlier session',
          SELO_PARTNER_SECOND_TOKEN: 'token of its second company from an earlier session',
          SELO_PARTNER_ACCESS_KEY: 'second header of the partner from an earlier session',
          SELO_CONTROL_TOKEN: 'token of a partner that polls',
        },
        exitCodes: {
          0: 'certified, with or without remarks',
          1: 'not certified',
          2: 'wrong usage, the software did not start, or a fault of Selo',
          3: 'incomplete',
          130: 'interrupted',
        },
      }),
    )
    .addCommand(doctorCommand())
    .addCommand(initCommand())
    .action(async (options: CertifyOptions) => {
      const { certify } = await import('./certify/certify-command.ts');
      process.exitCode = await certify(options);
    });
