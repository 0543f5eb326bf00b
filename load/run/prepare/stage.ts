import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { type Client, openClient } from '../../../fixtures/client/client.ts';
import type { Profile } from '../../../fixtures/profile/profile.ts';
import type { Secret } from '../../../fixtures/profile/secret.ts';
import { messageOf } from '../../../fixtures/reading/message-of.ts';
import { redactionOf } from '../../../fixtures/redaction/redaction.ts';
import { clientSettings } from '../../../fixtures/run/client-settings.ts';
import { type LoadCapture, startLoadCapture } from '../../capture/start-load-capture.ts';
import type { RunRecord } from '../figures/run-record.ts';
import { refuseTimes } from '../figures/timing.ts';
import { LoadError } from '../load-error.ts';
import { journeysFile } from '../send/run-files.ts';
import { type Journals, readJournals } from '../settle/journals.ts';
import { companiesUnderLoad, followsWebhooks, type LoadRequest } from './prepare-plan.ts';
import { takeRegistrations } from './registrations.ts';

interface StageOptions {
  profile: Profile;
  /** Those of the profile. */
  secrets: readonly Secret[];
  request: LoadRequest;
  folder: string;
  /** Companies whose receiver refuses everything. */
  failingReceivers: readonly string[];
}

/** What stands ready before any load; disposing gives registrations back and ends the capture. */
export interface Stage extends AsyncDisposable {
  client: Client;
  /** None where no notification is followed. */
  capture: LoadCapture | undefined;
  journals: Journals;
  journalFile: string;
  /** Those that the stage made. */
  secrets: Secret[];
  /** What could not be put back, in words; filled when disposed. */
  troubles: string[];
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new LoadError(
      `The run's files cannot be written to ${folder}: ${messageOf(error)}. Name another folder with --out.`,
    );
  }
};

const startCapture = async ({ profile, folder, failingReceivers }: StageOptions): Promise<LoadCapture> => {
  const { load, capture = {} } = profile;
  if (capture.controlUrl !== undefined) {
    throw new LoadError(
      'The capture of this profile runs elsewhere, and a load run receives by itself: leave out capture.controlUrl, and have capture.publicUrl lead here.',
    );
  }
  try {
    return await startLoadCapture({
      folder,
      processes: load.captureProcesses,
      companies: companiesUnderLoad(profile).map(({ name }) => name),
      refuseEvery: load.refuseEvery,
      refuseTimes,
      failingReceivers,
      sampleEvery: load.sampleEvery,
      ...omitUndefined({ host: capture.host, port: capture.port, publicUrl: capture.publicUrl }),
    });
  } catch (error) {
    throw new LoadError(`The capture could not be started: ${messageOf(error)}. Look at capture in the profile.`);
  }
};

/** Sets the stage. Throws `LoadError` when it cannot be set. */
export const openStage = async (options: StageOptions, record: RunRecord): Promise<Stage> => {
  const { profile, request, folder } = options;
  makeFolder(folder);
  const resources = new AsyncDisposableStack();
  const secrets: Secret[] = [];
  const troubles: string[] = [];
  try {
    const client = resources.use(
      openClient({
        ...clientSettings(profile),
        redact: redactionOf(options.secrets),
        onExchange: () => {},
      }),
    );
    let capture: LoadCapture | undefined;
    if (followsWebhooks(request.script)) {
      const started = resources.use(await startCapture(options));
      capture = started;
      const registrations = await takeRegistrations(
        client,
        profile,
        companiesUnderLoad(profile).map((company) => ({ company, url: started.urlOf(company.name) })),
      );
      secrets.push(...registrations.secrets);
      resources.defer(async () => {
        await registrations[Symbol.asyncDispose]();
        troubles.push(...registrations.troubles);
      });
    }
    const journalFile = join(folder, journeysFile);
    const journals = resources.use(readJournals([journalFile, ...(capture?.journals ?? [])], record));
    return {
      client,
      capture,
      journals,
      journalFile,
      secrets,
      troubles,
      [Symbol.asyncDispose]: () => resources.disposeAsync(),
    };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
};
