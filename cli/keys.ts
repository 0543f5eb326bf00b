import { Command, Option } from 'commander';
import { helpNotes } from './help-notes.ts';

const storeOption = (): Option =>
  new Option('--store <file>', 'store of the keys that you trust').default('trusted-keys.json');

const newCommand = (): Command =>
  new Command('new')
    .description('create a key pair: a private file that only you can read, and the public key next to it')
    .argument('[file]', 'file of the private key', 'selo-key.json')
    .addHelpText(
      'after',
      helpNotes({ exitCodes: { 0: 'the key pair is written', 2: 'wrong usage, or the file already exists' } }),
    )
    .action(async (file: string) => {
      const { newKey, writeKey } = await import('../certify/certificate/keys.ts');
      const jwk = await newKey();
      const { publicFile } = writeKey(jwk, file);
      process.stdout.write(
        `key ${jwk.kid}\n  ${file}: signs certificates; keep it secret, and out of the repository\n  ${publicFile}: for everyone who checks them\n`,
      );
    });

const introduceCommand = (): Command =>
  new Command('introduce')
    .description('say, signed with your present key, which key comes next')
    .argument('<file>', 'public key that comes next')
    .requiredOption('--key <file>', 'your present private key')
    .option('--out <file>', 'file of the statement, for everyone who checks certificates', 'introduction.jws')
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'the statement is written', 2: 'wrong usage' } }))
    .action(async (file: string, options: { key: string; out: string }) => {
      const { introduceKey } = await import('./keys/keys-commands.ts');
      await introduceKey(file, options);
    });

const revokeCommand = (): Command =>
  new Command('revoke')
    .description('say, signed with your key, which keys no longer vouch for certificates')
    .argument('<files...>', 'public keys: the one that signs, or ones that came before it')
    .requiredOption('--key <file>', 'private key that signs the list')
    .addOption(
      new Option('--reason <reason>', 'superseded: certificates issued until now hold; compromised: none holds')
        .choices(['superseded', 'compromised'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'file of the list, for everyone who checks certificates', 'revocation.jws')
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'the list is written', 2: 'wrong usage' } }))
    .action(async (files: string[], options: { key: string; reason: 'superseded' | 'compromised'; out: string }) => {
      const { revokeKeys } = await import('./keys/keys-commands.ts');
      await revokeKeys(files, options);
    });

const trustCommand = (): Command =>
  new Command('trust')
    .description('add a public key that you trust, or a statement by one of them, to your store')
    .argument('<file>', 'public key, or what "selo keys introduce" or "selo keys revoke" wrote')
    .addOption(storeOption())
    .option('--issuer <name>', 'whose key it is', 'issuer')
    .addHelpText(
      'after',
      helpNotes({
        about: 'A statement is checked offline: a key of the store must have signed it.',
        exitCodes: { 0: 'the store has it', 2: 'wrong usage, or no key of the store signed it' },
      }),
    )
    .action(async (file: string, options: { store: string; issuer: string }) => {
      const { trust } = await import('./keys/keys-commands.ts');
      await trust(file, options);
    });

const listCommand = (): Command =>
  new Command('list')
    .description('show the keys of your store, who introduced them, and which are revoked')
    .addOption(storeOption())
    .addHelpText('after', helpNotes({ exitCodes: { 0: 'the keys are printed', 2: 'wrong usage' } }))
    .action(async (options: { store: string }) => {
      const { listKeys } = await import('./keys/keys-commands.ts');
      await listKeys(options);
    });

export const keysCommand = (): Command =>
  new Command('keys')
    .description('manage the keys that sign certificates, and those that you trust')
    .addCommand(newCommand())
    .addCommand(introduceCommand())
    .addCommand(revokeCommand())
    .addCommand(trustCommand())
    .addCommand(listCommand());
