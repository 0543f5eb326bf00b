import { Command } from 'commander';
import { helpNotes } from './help-notes.ts';

/** `selo keys`: what certificates are signed with. */
export const keysCommand = (): Command => {
  const keys = new Command('keys').description('manage the keys that sign certificates');
  keys
    .command('new')
    .description('create a key pair: a private file that only you can read, and the public key next to it')
    .argument('[file]', 'file of the private key', 'selo-key.json')
    .addHelpText(
      'after',
      helpNotes({ exitCodes: { 0: 'the key pair is written', 2: 'wrong usage, or the file already exists' } }),
    )
    .action(async (file: string) => {
      const { fingerprint, newKey, writeKey } = await import('../certify/certificate/keys.ts');
      const jwk = await newKey();
      const { publicFile } = writeKey(jwk, file);
      process.stdout.write(
        `key ${fingerprint(jwk)}\n  ${file}: signs certificates; keep it secret, and out of the repository\n  ${publicFile}: for everyone who checks them\n`,
      );
    });
  return keys;
};
