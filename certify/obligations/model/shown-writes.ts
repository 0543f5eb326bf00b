import { isObject, type JsonObject } from '../../../core/json.ts';
import type { PartnerCall } from '../../../core/partner-record.ts';
import { dateForm, momentMs } from './date-forms.ts';
import { isSamePhone } from './named-fields.ts';
import { changesCoupon, fieldsOf, isAccepted, nameOf, partsOf, recordsIn } from './read-call.ts';

/** What identifies a record that was created. A POST of an existing one changes nothing else. */
const identities: Readonly<Record<string, readonly string[]>> = {
  customers: ['phone'],
  products: ['name', 'provider'],
  coupons: ['code'],
};

const isPlain = (value: unknown): boolean => typeof value === 'boolean' || nameOf(value) !== undefined;

const isSame = (name: string, written: unknown, shown: unknown): boolean => {
  if (name === 'phone') return isSamePhone(written, shown);
  if (dateForm(written) === 'zoned') return momentMs(String(written)) === Date.parse(String(shown));
  return String(written) === String(shown);
};

/** Whether a record shows everything that was written, as far as it has such fields, and at least one of them. */
const hasAll = (shown: JsonObject, written: readonly (readonly [string, unknown])[]): boolean => {
  const comparable = written.filter(([name, value]) => isPlain(value) && name in shown);
  return comparable.length > 0 && comparable.every(([name, value]) => isSame(name, value, shown[name]));
};

/** Whether a record is the one that a PUT names in its path. */
const isTarget = (shown: JsonObject, put: PartnerCall): boolean => {
  const [, key, value] = partsOf(put);
  return changesCoupon(put) && value !== undefined ? shown.code === value : shown.id === key;
};

/** Whether a call reads a record, on any route, and its response shows what an earlier POST or PUT wrote. */
export const showsWrite = (read: PartnerCall, write: PartnerCall): boolean => {
  const [resource = ''] = partsOf(write);
  if (read.method !== 'GET' || !isAccepted(read) || partsOf(read)[0] !== resource) return false;
  const body = fieldsOf(write);
  const { [resource]: identity = ['externalId'] } = identities;
  const written = write.method === 'PUT' ? Object.entries(body) : identity.map((name) => [name, body[name]] as const);
  return recordsIn(read).some(
    (shown) => isObject(shown) && (write.method === 'POST' || isTarget(shown, write)) && hasAll(shown, written),
  );
};

/** The documented fields that a PUT changes and a lookup shows. */
const shownFields = ['status', 'couponCode', 'externalId', 'firstName', 'lastName', 'email', 'used'];

/** Whether a lookup shows that the record has another value than a PUT was to give it. */
export const showsOtherwise = (read: PartnerCall, put: PartnerCall): boolean =>
  read.method === 'GET' &&
  isAccepted(read) &&
  recordsIn(read).some(
    (shown) =>
      isObject(shown) &&
      isTarget(shown, put) &&
      Object.entries(fieldsOf(put)).some(
        ([name, value]) =>
          shownFields.includes(name) && isPlain(value) && name in shown && !isSame(name, value, shown[name]),
      ),
  );
