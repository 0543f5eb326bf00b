import type { PartnerRecord } from '../../core/partner-record.ts';
import type { Session } from '../session/run-session.ts';

/** A session that observed a partner and has this record. */
export const observedSession = (record: PartnerRecord): Session => ({
  kind: 'observed',
  seed: 's',
  startedAt: '2026-11-21T10:00:00.000Z',
  ended: 'complete',
  endedBy: undefined,
  scenarios: [],
  records: [record],
});
