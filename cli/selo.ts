#!/usr/bin/env node
import { constants, enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { UserError } from '../fixtures/reading/user-error.ts';
import manifest from '../package.json' with { type: 'json' };
import { commands } from './commands.ts';
import { exitCodeOf, exitCodes } from './exit-codes.ts';

// before large imports; other processes of Selo also use the cache
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url));
if (enableCompileCache(compileCache).status === constants.compileCacheStatus.ENABLED) {
  process.env.NODE_COMPILE_CACHE = compileCache;
}
if (['--version', '-V'].includes(process.argv[2] ?? '')) {
  process.stdout.write(`${manifest.version}\n`);
  process.exit();
}
const { CommanderError, program } = await import('commander');

/** The message of an error, with one line of the stack if it is a fault of Selo. */
const describeFault = (error: unknown): string => {
  if (!(error instanceof Error)) return `Selo failed: ${error}`;
  if (error instanceof UserError) return error.message;
  const [at] = error.stack?.match(/(?<=\()file:.*(?=\))|file:\S+/) ?? [];
  return `Selo failed: ${error.name}: ${error.message}${at ? `\n  at ${at}` : ''}`;
};

const endWith = (error: unknown): void => {
  if (error instanceof CommanderError) {
    // commander has already printed it; help and version are not errors
    process.exitCode = error.exitCode === 0 ? exitCodes.holds : exitCodes.wrong;
    return;
  }
  process.stderr.write(`${describeFault(error)}\n`);
  process.exitCode = exitCodeOf(error);
};

const withCommandsBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withCommandsBelow)];

process.on('uncaughtException', (error) => {
  // the reader of the output has ended
  if ('code' in error && error.code === 'EPIPE') process.exit();
  endWith(error);
  process.exit();
});

try {
  const name = process.argv[2] ?? '';
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const asked = load ? [await load()] : await Promise.all(Object.values(commands).map((each) => each()));
  program
    .name('selo')
    .description('Conformance of a platform to the Partners Integration API')
    .version(manifest.version)
    .showHelpAfterError('(--help lists the options)');
  for (const command of asked) program.addCommand(command);
  for (const command of withCommandsBelow(program)) command.exitOverride();
  await program.parseAsync();
} catch (error) {
  endWith(error);
}
