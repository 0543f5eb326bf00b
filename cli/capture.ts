import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Command } from 'commander';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { Certificate } from '../fixtures/capture/receive/bounded-server.ts';
import { type Capture, type CaptureOptions, startCapture } from '../fixtures/capture/start-capture.ts';
import { isLoopbackHost } from '../fixtures/client/no-proxy.ts';
import { messageOf } from '../fixtures/reading/message-of.ts';
import { CliError, orCliError } from './cli-error.ts';
import { helpNotes } from './help-notes.ts';
import { untilInterrupted } from './interrupt.ts';
import { numberFrom } from './number-option.ts';

const read = (option: string, file: string): string =>
  orCliError(`${option} ${file} cannot be read`, () => readFileSync(file, 'utf8'));

/**
 * Reads the certificate with its chain and its key; undefined if neither file is named. Throws `CliError` for a
 * certificate that senders would refuse or the server cannot use.
 */
const readCertificate = ({ cert, key }: { cert?: string; key?: string }): Certificate | undefined => {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) {
    throw new CliError('--cert and --key go together: the certificate with its chain, and its private key.');
  }
  const pem = { cert: read('--cert', cert), key: read('--key', key) };
  const certificate = orCliError(`--cert ${cert} is not a PEM certificate`, () => new X509Certificate(pem.cert));
  const privateKey = orCliError(`--key ${key} is not a PEM private key without a passphrase`, () =>
    createPrivateKey(pem.key),
  );
  if (!certificate.checkPrivateKey(privateKey))
    throw new CliError(`--key ${key} is not the key of the certificate in ${cert}.`);
  if (new Date(certificate.validTo) < new Date()) {
    throw new CliError(`--cert ${cert} has expired (${certificate.validTo}): no sender would accept it. Renew it.`);
  }
  orCliError(`--cert ${cert} and --key ${key} cannot be used`, () => createSecureContext(pem));
  return pem;
};

interface Exposed {
  host: string;
  publicUrl: string | undefined;
  hasCertificate: boolean;
}

const isBehindProxy = ({ publicUrl, hasCertificate }: Exposed): boolean =>
  publicUrl?.startsWith('https:') === true && !hasCertificate;

/** Warns if others on the network can read the control API; undefined if they cannot. */
const exposureWarning = (exposed: Exposed): string | undefined => {
  const { host, hasCertificate } = exposed;
  if (hasCertificate || isLoopbackHost(host) || isBehindProxy(exposed)) return undefined;
  return [
    `WARNING: at ${host}, the control API and all notifications are sent in clear text. Anyone on the network path can read`,
    'the control token, and with it can read and answer what any run receives. Use --cert and --key, or a proxy that',
    'terminates TLS, and name the address of the proxy: --public-url https://…',
  ].join('\n');
};

interface CaptureCommandOptions {
  port: number;
  host: string;
  publicUrl?: string;
  cert?: string;
  key?: string;
  data?: string;
}

const tokenVariable = 'SELO_CAPTURE_TOKEN';
/**
 * Limit for one sender address, if senders show their own: a quarter of all connections, so that no sender takes all of
 * them.
 */
const connectionsPerAddress = 2_500;

const controlTokenOf = (data: string | undefined): string | undefined => {
  const token = process.env[tokenVariable];
  if (token === undefined || token === '') {
    if (data === undefined) return undefined;
    throw new CliError(`--data keeps runs across a restart, and they then need the same token: set ${tokenVariable}.`);
  }
  if (/^[!-~]{16,}$/.test(token)) return token;
  throw new CliError(
    `${tokenVariable} must have at least 16 characters, without white space: "openssl rand -hex 32" generates one.`,
  );
};

const requirePublicUrl = ({ host, publicUrl, cert }: CaptureCommandOptions): void => {
  if (publicUrl === undefined) {
    if (host !== '0.0.0.0' && host !== '::') return;
    throw new CliError(`--host ${host} listens on every address: say with --public-url where the platform reaches it.`);
  }
  const { protocol, search, hash, username } = URL.parse(publicUrl) ?? {};
  if (!/^https?:$/.test(protocol ?? '') || search !== '' || hash !== '' || username !== '') {
    throw new CliError(`--public-url ${publicUrl}: expected an http or https address without credentials and query.`);
  }
  if (protocol === 'http:' && cert !== undefined) {
    throw new CliError(`--public-url ${publicUrl}: with --cert, the address must begin with https.`);
  }
};

const start = async (options: CaptureOptions): Promise<Capture> => {
  try {
    return await startCapture(options);
  } catch (error) {
    throw new CliError(`The capture server cannot start: ${messageOf(error)}`);
  }
};

const serve = async (options: CaptureCommandOptions): Promise<void> => {
  const { port, host, publicUrl, data } = options;
  requirePublicUrl(options);
  const certificate = readCertificate(options);
  const controlToken = controlTokenOf(data);
  const exposed = { host, publicUrl, hasCertificate: certificate !== undefined };
  await using capture = await start({
    port,
    host,
    ...omitUndefined({ publicUrl, controlToken, certificate, data }),
    ...(isBehindProxy(exposed) ? {} : { maxConnectionsPerAddress: connectionsPerAddress }),
    onTrouble: (words) => void process.stderr.write(`${words}\n`),
  });
  const warning = exposureWarning(exposed);
  if (warning !== undefined) process.stderr.write(`${warning}\n\n`);
  const said = controlToken
    ? `The control token is the one in ${tokenVariable}.`
    : `The control token, which is shown only now: ${capture.controlToken}\nSet ${tokenVariable} to keep a token across restarts.`;
  const kept =
    data === undefined
      ? 'What arrives is kept in memory, and lost with a restart: --data FOLDER keeps it.'
      : `What arrives is kept in ${data}.`;
  const controlUrl = `${capture.publicUrl}/control`;
  process.stdout.write(
    `Notifications are received at ${capture.publicUrl}; the control API is at ${controlUrl}.\n${said}\n${kept}\n\nIn the profile:\n  capture: { publicUrl: '${capture.publicUrl}', controlUrl: '${controlUrl}', controlToken: { env: '${tokenVariable}' } }\n\nCtrl-C stops it.\n`,
  );
  await untilInterrupted();
};

export const captureCommand = (): Command =>
  new Command('capture')
    .description('receive notifications on a machine that the platform can reach')
    .option('--port <number>', 'port to listen on', numberFrom(0, 65_535), 4020)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for all', '127.0.0.1')
    .option('--public-url <url>', 'URL where the platform reaches the server; https behind a proxy that terminates TLS')
    .option('--cert <file>', 'serve over TLS with this certificate (PEM, including its chain)')
    .option('--key <file>', 'its private key (PEM)')
    .option('--data <folder>', 'store what arrives in this folder, so that a restart loses nothing')
    .addHelpText(
      'after',
      helpNotes({
        about: 'The command prints the addresses, the control token and the lines for the profile.',
        environment: {
          SELO_CAPTURE_TOKEN:
            'control token of at least 16 characters; generated at each start if not set; required with --data',
        },
        exitCodes: { 0: 'stopped with Ctrl-C or SIGTERM', 2: 'wrong usage, or the port is taken' },
      }),
    )
    .action(serve);
