import { createHash, randomUUID } from 'node:crypto';
import { undeclaredIn } from '../../suites/partner/declared.ts';
import { judgePartner } from '../../suites/partner/judge.ts';
import { obligations } from '../../suites/partner/obligations.ts';
import type { PartnerConfig } from '../partner-config.ts';
import type { Session } from '../session/run-session.ts';
import type { Certificate } from './certificate.ts';
import { levelOf } from './level.ts';
import { pseudonymised } from './pseudonyms.ts';

const validMonths = 12;

/** Of the obligations as they are worded: another digest means that other things were judged. */
export const rulesDigest = (): string =>
  createHash('sha256')
    .update(JSON.stringify(obligations.map(({ id, text, level, needs = null }) => [id, text, level, needs])))
    .digest('hex');

/** The certificate of a session, whatever it came to; its customers by pseudonyms unless they are to be kept. */
export const issueCertificate = (
  session: Session,
  { name, version, capabilities }: PartnerConfig,
  { selo, keepsCustomers }: { selo: string; keepsCustomers: boolean },
): Certificate => {
  const { kind, startedAt, ended, endedBy, scenarios } = session;
  const record = keepsCustomers ? session.record : pseudonymised(session.record);
  const verdicts = judgePartner(record);
  const told = { kind, startedAt, ended, ...(endedBy === undefined ? {} : { endedBy }), scenarios };
  const validFrom = new Date();
  const validUntil = new Date(validFrom);
  validUntil.setUTCMonth(validUntil.getUTCMonth() + validMonths);
  return {
    schema: 'selo-certificate/1',
    id: randomUUID(),
    ...levelOf(verdicts, told),
    partner: { name, version, capabilities },
    undeclared: undeclaredIn(record),
    selo,
    rules: { digest: rulesDigest(), count: obligations.length },
    session: told,
    validFrom: validFrom.toISOString(),
    validUntil: validUntil.toISOString(),
    verdicts,
    record,
  };
};
