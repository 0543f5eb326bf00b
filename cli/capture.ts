import { Command } from 'commander';
import { startCapture } from '../fixtures/capture/start-capture.ts';
import { numberFrom } from './number-option.ts';
import { untilInterrupted } from './until-interrupted.ts';

interface CaptureCommandOptions {
  port: number;
  host: string;
  publicUrl?: string;
}

const tokenVariable = 'SELO_CAPTURE_TOKEN';

const serve = async ({ port, host, publicUrl }: CaptureCommandOptions): Promise<void> => {
  const controlToken = process.env[tokenVariable];
  await using capture = await startCapture({
    port,
    host,
    ...(publicUrl === undefined ? {} : { publicUrl }),
    ...(controlToken ? { controlToken } : {}),
  });
  const told = controlToken
    ? `The control token is the one in ${tokenVariable}.`
    : `The control token, shown this once: ${capture.controlToken}\nSet ${tokenVariable} to keep one over restarts.`;
  process.stdout.write(
    `Notifications are received at ${capture.publicUrl}; the control API is at ${capture.controlUrl}.\n${told}\n\nIn the profile:\n  capture: { publicUrl: '${capture.publicUrl}', controlUrl: '${capture.controlUrl}', controlToken: { env: '${tokenVariable}' } }\n\nCtrl-C stops it.\n`,
  );
  await untilInterrupted();
};

/** `selo capture`: the capture server alone, where the platform can reach it. */
export const captureCommand = (): Command =>
  new Command('capture')
    .description('receive notifications where the platform can reach them')
    .option('--port <number>', 'port to listen on', numberFrom(0, 65_535), 4020)
    .option('--host <address>', 'address to listen on; 0.0.0.0 for every one', '127.0.0.1')
    .option('--public-url <url>', 'the address at which the platform reaches it')
    .action(serve);
