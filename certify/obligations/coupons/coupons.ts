import { show } from '../../../core/json.ts';
import type { PartnerCall, PartnerRecord } from '../../../core/partner-record.ts';
import { doneActions } from '../model/actions.ts';
import { codeNamedBy, couponCodes } from '../model/coupon-calls.ts';
import { canBeCalled } from '../model/named-fields.ts';
import { ofCall } from '../model/observation.ts';
import {
  changesCoupon,
  codeIn,
  externalIdOf,
  fieldsOf,
  isAccepted,
  isSent,
  isTo,
  nameOf,
  partsOf,
  undisturbed,
} from '../model/read-call.ts';
import type { Obligation, Observation } from '../obligation.ts';

const source = 'Resources and their fields › Coupon registration input';
export const maxIdLength = 255;

/** The registrations of coupons for one customer that no scenario disturbed. */
export const registrations = (record: PartnerRecord): PartnerCall[] =>
  undisturbed(record).filter((call) => isTo(call, 'POST /coupons'));

const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

const amounts = ['amount', 'minPurchaseValue'];

/** The flags that a request for a coupon may have; the others are unknown fields. */
const flagsOf = (call: PartnerCall): string[] => {
  if (isTo(call, 'POST /coupons')) return ['awaitingOrder', 'createOnProvider'];
  return call.method === 'PUT' ? ['awaitingOrder', 'used'] : [];
};

const wrongForms = (call: PartnerCall): string[] =>
  Object.entries({ number: amounts, boolean: flagsOf(call) }).flatMap(([form, names]) =>
    Object.entries(fieldsOf(call))
      .filter(([name, value]) => names.includes(name) && value !== null && typeof value !== form)
      .map(([name, value]) => `${name} ${show(value)}`),
  );

/** Judges the length of the externalId in a call, if it has one. */
const ofLength = (call: PartnerCall, becomes: 'is cut' | 'may be cut'): Observation[] => {
  const externalId = externalIdOf(call);
  if (externalId === undefined) return [];
  const { length } = [...externalId];
  return [
    ofCall(
      call,
      length <= maxIdLength,
      `sent an externalId of ${length} characters; it ${becomes} after ${maxIdLength}`,
    ),
  ];
};

/** Whether the registered coupon has no expiry in the partner's state, or is not in any state. */
const mayNeverExpire = ({ states }: PartnerRecord, call: PartnerCall): boolean => {
  const shown = states.flatMap((state) => state.coupons.filter(({ code }) => code === codeIn(call)));
  return shown.length === 0 || shown.some(({ expiryDate }) => expiryDate === null);
};

export const coupons: readonly Obligation[] = [
  {
    id: 'PART-35',
    text: 'Every coupon is registered with the partner’s `externalId` or with `createOnProvider`',
    source,
    statements: ['S053', 'S054'],
    level: 'must',
    needs: 'coupons',
    judge: (record) =>
      registrations(record).map((call) => {
        const { externalId, createOnProvider } = fieldsOf(call);
        return ofCall(
          call,
          !isMissing(externalId) || createOnProvider === true,
          'sent neither an externalId nor createOnProvider true; one of them is required',
        );
      }),
  },
  {
    id: 'PART-174',
    text: 'No coupon that the partner has is sent with `createOnProvider` true',
    source,
    statements: ['S054', 'S053'],
    level: 'should',
    inferred: 'a coupon of one system of the partner may be meant for its shop as well',
    needs: 'coupons',
    judge(record) {
      const registering = doneActions(record, 'register-coupon');
      return registrations(record).flatMap((call) => {
        const { externalId, createOnProvider } = fieldsOf(call);
        const id = isMissing(externalId) ? registering.find(({ code }) => code === codeIn(call))?.id : externalId;
        if (isMissing(id)) return [];
        const seen = `sent createOnProvider true for the coupon that the partner has as ${show(id)}; it asks the platform to create it once more`;
        return [ofCall(call, createOnProvider !== true, seen)];
      });
    },
  },
  {
    id: 'PART-36',
    text: 'Every coupon is registered with `code`, `amount` and `phone`',
    source,
    statements: ['S055', 'S057', 'S060'],
    level: 'must',
    needs: 'coupons',
    judge: (record) =>
      registrations(record).map((call) => {
        const { phone } = fieldsOf(call);
        const missing = ['code', 'amount', 'phone'].filter((name) => isMissing(fieldsOf(call)[name]));
        return ofCall(
          call,
          missing.length === 0 && canBeCalled(phone),
          missing.length > 0
            ? `sent no ${missing.join(', no ')}; all three are required`
            : `sent the phone ${show(phone)}, which cannot be called`,
        );
      }),
  },
  {
    id: 'PART-37',
    text: 'The `type` of a registered coupon is `percent` or `fixed_cart`',
    source,
    statements: ['S056'],
    level: 'must',
    needs: 'coupons',
    judge: (record) =>
      registrations(record)
        .filter((call) => isSent(fieldsOf(call), 'type'))
        .map((call) => {
          const { type } = fieldsOf(call);
          return ofCall(
            call,
            type === 'percent' || type === 'fixed_cart',
            `sent the type ${show(type)}; it should be percent or fixed_cart`,
          );
        }),
  },
  {
    id: 'PART-38',
    text: 'The values of a coupon are JSON numbers, and its flags are JSON booleans',
    source,
    statements: ['S038', 'S054', 'S057', 'S058', 'S061', 'S090'],
    level: 'must',
    arisesWith: ['coupons', 'shared-coupons'],
    judge: (record) =>
      undisturbed(record)
        .filter((call) => partsOf(call)[0] === 'coupons' && ['POST', 'PUT'].includes(call.method))
        .flatMap((call) => {
          const named = Object.keys(fieldsOf(call)).filter((name) => [...amounts, ...flagsOf(call)].includes(name));
          const wrong = wrongForms(call);
          return named.length === 0
            ? []
            : [
                ofCall(
                  call,
                  wrong.length === 0,
                  `sent ${wrong.join(', ')}; amounts are JSON numbers, and flags are true or false`,
                ),
              ];
        }),
  },
  {
    id: 'PART-39',
    text: `The \`externalId\` of a registered coupon has at most ${maxIdLength} characters`,
    source: 'Endpoints › Rules per endpoint',
    statements: ['S053', 'S149', 'S217'],
    level: 'must',
    needs: 'coupons',
    judge: (record) => registrations(record).flatMap((call) => ofLength(call, 'is cut')),
  },
  {
    id: 'PART-40',
    text: 'Every coupon is registered with its expiry',
    source,
    statements: ['S059', 'S219'],
    level: 'should',
    inferred: 'the document recommends the real expiry',
    needs: 'coupons',
    judge: (record) =>
      registrations(record).flatMap((call) => {
        const isSent = (fieldsOf(call).expiryDate ?? null) !== null;
        // a coupon that never expires has no expiry to send
        if (!isSent && mayNeverExpire(record, call)) return [];
        return [ofCall(call, isSent, 'sent no expiryDate; the coupon is then valid until 2100')];
      }),
  },
  {
    id: 'PART-103',
    text: `An \`externalId\` that a coupon gets later has at most ${maxIdLength} characters`,
    source: 'Endpoints › Rules per endpoint',
    statements: ['S149', 'S136'],
    level: 'should',
    inferred: 'the document states the length only for the registration',
    judge: (record) =>
      undisturbed(record)
        .filter(changesCoupon)
        .flatMap((call) => ofLength(call, 'may be cut')),
  },
  {
    id: 'PART-181',
    text: 'An update of a coupon does not empty its `externalId`',
    source: 'Resources and their fields › Coupon',
    statements: ['S042', 'S035', 'S136'],
    level: 'must',
    arisesWith: ['webhooks', 'mark-used'],
    judge(record) {
      const codes = couponCodes(record);
      const named = new Set<string>();
      return undisturbed(record).flatMap((call) => {
        const code = codeNamedBy(call, codes);
        const { externalId } = fieldsOf(call);
        // a coupon has null until its id is set
        const isEmpty =
          externalId === null ? named.has(code ?? '') : typeof externalId === 'string' && externalId.trim() === '';
        if (code !== undefined && nameOf(externalId) !== undefined && isAccepted(call)) named.add(code);
        const seen = `sent externalId ${show(externalId)}, which is no id of the coupon`;
        return changesCoupon(call) ? [ofCall(call, !isEmpty, seen)] : [];
      });
    },
  },
];
