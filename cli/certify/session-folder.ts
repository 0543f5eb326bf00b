import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PartnerConfig } from '../../certify/partner-config.ts';
import { type EarlierParts, readEarlierParts, SessionLogError } from '../../certify/session/earlier-parts.ts';
import { folderStamp } from '../../fixtures/folder-stamp.ts';
import { CliError, orCliError } from '../cli-error.ts';

/** Whether a process is running. A zombie is not. */
export const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // not every system has /proc
    return true;
  }
};

/** The folder of a session, with the earlier parts of an interrupted one. */
export interface SessionFolder {
  path: string;
  logFile: string;
  earlier: EarlierParts | undefined;
}

const logName = 'session.jsonl';

/** Creates the folder of a new session. Throws `CliError` if that fails. */
export const newSessionFolder = (out: string): SessionFolder => {
  const path = join(resolve(out), `certify-${folderStamp(new Date().toISOString())}`);
  orCliError(`--out ${out}: no folder can be made there`, () => mkdirSync(path, { recursive: true }));
  return { path, logFile: join(path, logName), earlier: undefined };
};

const earlierIn = (logFile: string): EarlierParts => {
  try {
    return readEarlierParts(logFile);
  } catch (error) {
    if (error instanceof SessionLogError) throw new CliError(`--resume: ${error.message}`);
    throw error;
  }
};

/**
 * Finds the folder of an interrupted session. Throws `CliError` if there is none, or if it belongs to another partner
 * or kind of session.
 */
export const earlierSessionFolder = (folder: string, partner: PartnerConfig, observes: boolean): SessionFolder => {
  const path = resolve(folder);
  const logFile = join(path, logName);
  if (!existsSync(logFile)) {
    throw new CliError(`--resume ${folder}: there is no ${logName} in it. A session that was complete leaves none.`);
  }
  const earlier = earlierIn(logFile);
  const { beginning } = earlier;
  if (beginning.partnerPid !== undefined && isRunning(beginning.partnerPid)) {
    throw new CliError(
      `--resume ${folder}: the partner’s process that this session started seems to be still running (process ${beginning.partnerPid}): end it first.`,
    );
  }
  const nameAndVersion = ({ name, version }: { name: string; version: string }): string => `${name} ${version}`;
  if (
    nameAndVersion(beginning.partner) !== nameAndVersion(partner) ||
    `${beginning.capabilities}` !== `${partner.capabilities}`
  ) {
    throw new CliError(
      `--resume ${folder}: this was a session of ${nameAndVersion(beginning.partner)}, declared for ${beginning.capabilities.join(', ')}; a certificate covers one version with one declaration. Start a new session.`,
    );
  }
  if (beginning.observes !== observes) {
    throw new CliError(
      `--resume ${folder}: this was a session that ${beginning.observes ? 'observed: add --observe' : 'played scenarios: leave --observe out'}.`,
    );
  }
  return { path, logFile, earlier };
};
