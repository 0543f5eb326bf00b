import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { profileAsJson } from '../fixtures/profile/profile-as-json.ts';
import { flowsByCompany } from '../platform/embedded/companies.ts';
import { type DialectName, dialects } from '../platform/embedded/dialect.ts';
import {
  accessKeyVariable,
  type EmbeddedOptions,
  type EmbeddedTarget,
  startEmbedded,
  tokenVariable,
} from '../platform/embedded/start-embedded.ts';
import { helpNotes } from './help-notes.ts';
import { untilInterrupted } from './interrupt.ts';
import { numberFrom } from './number-option.ts';

interface PlatformCommandOptions {
  port: number;
  host: string;
  timeScale: number;
  latency: number;
  dialect: DialectName;
  profileOut?: string;
}

const describeSandbox = ({ platform, profile }: EmbeddedTarget): string => {
  const [first] = profile.companies;
  const access = profile.accessHeader;
  const list = '/products?after=2020-01-01T00:00:00Z&page=1&pageSize=10';
  return [
    `The platform listens at ${platform.baseUrl}; its data is in memory and is lost when it stops.`,
    '',
    `  second header   ${access.name}: ${access.value.value}`,
    ...profile.companies.map(({ name, token }) => `  company ${name.padEnd(12)} Authorization: Bearer ${token.value}`),
    '',
    'Try it:',
    `  curl -H '${access.name}: ${access.value.value}' -H 'Authorization: Bearer ${first?.token.value}' '${platform.baseUrl}${list}'`,
    '',
    'The panel shows and changes flows, and shows deliveries with their attempts:',
    `  curl -H 'Authorization: Bearer ${platform.panelToken}' ${platform.panelUrl}/companies`,
    '',
  ].join('\n');
};

/** The credentials that are set. The platform generates the others. */
const givenCredentials = (environment: NodeJS.ProcessEnv): Pick<EmbeddedOptions, 'accessKey' | 'tokens'> => {
  const accessKey = environment[accessKeyVariable];
  const tokens = Object.keys(flowsByCompany).flatMap((name) => {
    const token = environment[tokenVariable(name)];
    return token ? [[name, token] as const] : [];
  });
  return { ...(accessKey ? { accessKey } : {}), tokens: Object.fromEntries(tokens) };
};

const serve = async ({
  port,
  host,
  timeScale,
  latency,
  dialect,
  profileOut,
}: PlatformCommandOptions): Promise<void> => {
  await using target = await startEmbedded({
    ...givenCredentials(process.env),
    port,
    host,
    dialect,
    policy: { timeScale },
    choices: { answers: { delayMs: latency } },
  });
  process.stdout.write(describeSandbox(target));
  if (profileOut !== undefined) {
    await writeFile(profileOut, profileAsJson(target.profile));
    const exports = target.secrets.map(({ env, value }) => `  export ${env}='${value}'`);
    process.stdout.write(
      `\nA profile for this platform is in ${profileOut}. To judge it from another shell:\n${exports.join('\n')}\n  npx selo run --profile ${profileOut}\n`,
    );
  }
  process.stdout.write('\nCtrl-C stops it.\n');
  await untilInterrupted();
};

export const platformCommand = (): Command =>
  new Command('platform')
    .description('serve the reference platform as a sandbox for partners')
    .option('--port <number>', 'port to listen on', numberFrom(0, 65_535), 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--time-scale <number>', 'real seconds per documented second', numberFrom(0.001, 1, false), 1)
    .option('--latency <ms>', 'milliseconds added to every response', numberFrom(0, 10_000), 0)
    .addOption(
      new Option('--dialect <name>', 'how the platform fills the gaps of the document')
        .choices(Object.keys(dialects))
        .default('plain'),
    )
    .option('--profile-out <file>', 'write a profile (JSON) of the platform')
    .addHelpText(
      'after',
      helpNotes({
        about: 'All data is in memory. The command prints the credentials, a first request and the URL of the panel.',
        environment: {
          [accessKeyVariable]: 'value of the second header; generated at each start if not set',
          [tokenVariable('<company>')]: 'token of a company, such as SELO_TOKEN_MAIN; generated in the same way',
        },
        exitCodes: { 0: 'stopped with Ctrl-C', 2: 'wrong usage, or the port is taken' },
      }),
    )
    .action(serve);
