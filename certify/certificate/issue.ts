import { randomUUID } from 'node:crypto';
import { type Certificate, certificateVersion } from '../../core/certificate.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { undeclaredIn } from '../obligations/declared.ts';
import { judgePartner } from '../obligations/judge.ts';
import { obligations } from '../obligations/obligations.ts';
import type { PartnerConfig } from '../partner-config.ts';
import type { Session } from '../session/run-session.ts';
import { softwareIn } from './evidence.ts';
import { levelOf } from './level.ts';
import { pseudonymsFor } from './pseudonyms.ts';
import { rulesDigest } from './rules-digest.ts';
import { monthsAfter, validMonths } from './validity.ts';

/**
 * Issues the certificate of a session at whatever level it reached. Pseudonyms replace its customers unless
 * `keepsCustomers` is set.
 */
export const issueCertificate = (
  session: Session,
  { name, version, build, capabilities }: PartnerConfig,
  { selo, keepsCustomers, unseenMusts }: { selo: string; keepsCustomers: boolean; unseenMusts?: number },
): Certificate => {
  const { kind, seed, startedAt, ended, scenarios } = session;
  const { records, inWords } = keepsCustomers
    ? { records: session.records, inWords: (text: string) => text }
    : pseudonymsFor(session.records);
  const endedBy = session.endedBy === undefined ? undefined : inWords(session.endedBy);
  const verdicts = judgePartner(...records);
  const recorded = { kind, seed, startedAt, ended, ...omitUndefined({ endedBy }), scenarios };
  const partner = { name, version, ...omitUndefined({ build }), capabilities };
  const policy = unseenMusts === undefined ? {} : { policy: { unseenMusts } };
  const validFrom = new Date();
  return {
    schema: certificateVersion,
    id: randomUUID(),
    ...levelOf({ partner, session: recorded, verdicts, records, ...policy }),
    partner,
    software: softwareIn(records),
    undeclared: undeclaredIn(...records),
    ...policy,
    selo,
    rules: { digest: rulesDigest(), count: obligations.length },
    session: recorded,
    validFrom: validFrom.toISOString(),
    validUntil: monthsAfter(validFrom, validMonths).toISOString(),
    verdicts,
    records,
  };
};
