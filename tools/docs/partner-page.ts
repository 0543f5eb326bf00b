import { partnerKeys } from './config-keys.ts';
import { jsonLiteral } from './key-type.ts';
import { keysTable } from './keys-table.ts';

export const partnerPage = (): string =>
  [
    '# The partner file',
    '',
    'Made from the schema of partner files by `npm run docs`.',
    '',
    'A partner file is JSON. It says who is certified, what the software does and how Selo makes it act. `selo certify init`',
    'writes one with the hooks that it needs, `selo certify doctor` checks it, and `selo certify --partner` reads it.',
    '[certify.md](certify.md) explains the session, [hooks.md](hooks.md) each action.',
    '',
    'Selo refuses a key that does not exist and a value that does not fit, with the path of the key. Secrets are never in the',
    'file: keys that end in `Env` name the environment variable.',
    '',
    'An empty default means that you may leave out the key. `[]` stands for each entry of a list.',
    '',
    ...keysTable(partnerKeys(), jsonLiteral),
    '',
  ].join('\n');
