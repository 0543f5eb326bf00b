import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import { initProfile } from './init/init-command.ts';
import { numberFrom } from './number-option.ts';
import { defaultProfile } from './target.ts';

export const initCommand = (): Command =>
  new Command('init')
    .description('write a profile for your own target, from your answers and the target’s')
    .option('--base-url <url>', 'URL of the target')
    .option('--access-header <name>', 'name of the second header', 'service-access')
    .option('--token-variable <name...>', 'environment variables with the tokens, one for each company', ['SELO_TOKEN'])
    .option('--access-variable <name>', 'environment variable with the value of that header', 'SELO_ACCESS_KEY')
    .option('--probe', 'find paths, bodies, lists and flows by requests; needs the credentials')
    .option('--from <file>', 'try the requests of an OpenAPI document, a HAR file or a Postman collection first')
    .option('--writes', 'with --probe: create records and delete them again')
    .option('--take-over', 'with --writes: replace the webhook registration, now and in each run')
    .option('--public-url <url>', 'URL where the target reaches this machine or a capture server')
    .option('--capture-port <number>', 'port of this machine to which the public URL leads', numberFrom(0, 65_535))
    .option('--out <file>', 'file to write', defaultProfile)
    .option('--yes', 'ask no questions')
    .option('--force', 'overwrite an existing file')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'In a terminal, Selo asks for what the options omit. Comments in the file say how each key was found, and which missing keys block most rules. Without --writes, Selo only looks for lists.',
        examples: {
          'npx selo init --base-url https://staging.example.com --probe --writes':
            'find out as much as possible without questions',
        },
        environment: { '<NAME>': 'secrets, by the names given with --token-variable or --access-variable' },
        exitCodes: {
          0: 'the profile is written',
          2: 'wrong usage, the file already exists, or the target does not respond',
        },
      }),
    )
    .action(initProfile);
