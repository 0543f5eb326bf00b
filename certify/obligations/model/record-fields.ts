import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { slackMs } from './date-forms.ts';
import { fieldsOf } from './read-call.ts';
import { dateTime } from './repeated-sends.ts';

/** Names of fields that are of a request or of the platform, and say nothing new of a record. */
const ofRequests =
  /^(id|uuid|(row_?)?version|revision|attempts?|tries|seq(uence)?|nonce|(request|correlation|message)_?id)$/i;

/** The fields of a body that say something of its record: no moment of sending, no count of requests, and no service's id. */
export const fieldsOfRecord = ({ startedAt }: PartnerRecord, call: PartnerCall): [string, unknown][] =>
  Object.entries(fieldsOf(call)).filter(([name, value]) => {
    const isMoment =
      dateTime.test(String(value)) &&
      Math.abs(Date.parse(String(value)) - Date.parse(startedAt) - call.atMs) <= slackMs;
    return !isMoment && !ofRequests.test(name);
  });
