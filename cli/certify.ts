import { Command } from 'commander';
import type { CertifyOptions } from './certify/certify-command.ts';
import { numberFrom } from './number-option.ts';

/** `selo certify`: Selo plays the platform, and a partner's software is judged. */
export const certifyCommand = (): Command =>
  new Command('certify')
    .description('play the platform for a partner’s software, judge it, and issue a signed certificate')
    .requiredOption('--partner <file>', 'who is certified, what it can do, and how it is made to act (JSON)')
    .option('--host <address>', 'where the partner reaches the platform', '127.0.0.1')
    .option('--port <number>', 'at which port; any free one when 0', numberFrom(0, 65_535), 0)
    .option('--time-scale <number>', 'real seconds per documented second', numberFrom(0.01, 1, false), 1)
    .option('--scenario <names...>', 'these alone; the certificate is incomplete then')
    .option(
      '--observe <minutes>',
      'play no scenario, and judge what the partner does by itself',
      numberFrom(0.01, 24 * 60, false),
    )
    .option('--key <file>', 'private key that signs; SELO_SIGNING_KEY, else one for this session')
    .option('--keep-customers', 'customers’ data stays in the evidence as it was sent')
    .option('--out <folder>', 'where each session gets a folder of its own', 'reports/out')
    .option('--quiet', 'no progress')
    .addHelpText(
      'after',
      '\nExit codes: 0 certified, with or without remarks; 1 not certified; 2 wrong usage or a fault of Selo; 3 incomplete; 130 interrupted.',
    )
    .action(async (options: CertifyOptions) => {
      const { certify } = await import('./certify/certify-command.ts');
      process.exitCode = await certify(options);
    });
