import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Session } from '../session/run-session.ts';

// before any issue
const startedAt = '2026-11-21T10:00:00.000Z';

/** A session that observed a partner and has this record. */
export const observedSession = (record: PartnerRecord): Session => ({
  kind: 'observed',
  seed: record.seed,
  startedAt,
  ended: 'complete',
  endedBy: undefined,
  scenarios: [],
  records: [{ ...record, startedAt }],
});
