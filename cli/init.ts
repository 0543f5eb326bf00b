import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';
import { initProfile } from './init/init-command.ts';
import { defaultProfile } from './target.ts';

/** `selo init`: writes a profile to start from. */
export const initCommand = (): Command =>
  new Command('init')
    .description('write a profile for your own target: asks you what only you know, and the target for the rest')
    .option('--base-url <url>', 'where the target is')
    .option('--access-header <name>', 'what its operator calls the second header', 'service-access')
    .option('--token-variable <name...>', 'environment variables that hold the tokens, one a company', ['SELO_TOKEN'])
    .option('--access-variable <name>', 'environment variable that holds the value of the header', 'SELO_ACCESS_KEY')
    .option('--probe', 'ask the target for paths, bodies, lists and flows; needs the credentials')
    .option('--from <file>', 'try first what an OpenAPI document, a HAR file or a Postman collection says')
    .option('--writes', 'with --probe: create records there, and remove them')
    .option('--take-over', 'with --writes: replace the webhook registration, now and in each run')
    .option('--public-url <url>', 'where the target reaches this machine, or a capture server')
    .option('--out <file>', 'file to write', defaultProfile)
    .option('--yes', 'ask nothing')
    .option('--force', 'write over a file that exists')
    .addHelpText(
      'after',
      helpNotes({
        about:
          'In a terminal it asks what the options leave out. The file says of each key how it was seen, and which missing keys hold back most rules. Without --writes only lists are looked for.',
        examples: {
          'npx selo init --base-url https://staging.example.com --probe --writes':
            'Find out what can be seen, with nobody to ask:',
        },
        environment: { '<NAME>': 'secrets, each by the name that is given with --token-variable or --access-variable' },
        exitCodes: {
          0: 'the profile is written',
          2: 'wrong usage, the file is there already, or the target does not answer',
        },
      }),
    )
    .action(initProfile);
