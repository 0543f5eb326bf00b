import { parsedJson } from '../../fixtures/parsed-json.ts';
import { isObject, show } from '../json.ts';
import type { Obligation } from './obligation.ts';
import { observation, ofCall } from './observation.ts';
import { fieldsBelow, fieldsOf, isTo, isWrite, partsOf, pathOf, statusOf, undisturbed } from './read-call.ts';
import { cutMark, type PartnerCall } from './record.ts';

/** Fields that hold a number wherever they stand. */
const numbers = ['total', 'amount', 'minPurchaseValue', 'price', 'quantity'];

const isNumberText = (value: unknown): boolean => typeof value === 'string' && /^\s*[+-]?\d+([.,]\d+)*\s*$/.test(value);

/** A body that came whole: one whose call was lost or refused for its size may be cut. */
const isWhole = (call: PartnerCall): boolean => {
  const status = statusOf(call);
  return status !== undefined && status !== 413 && !call.body.endsWith(cutMark);
};

export const bodies: readonly Obligation[] = [
  {
    id: 'PART-4',
    text: 'Every POST and PUT says that its body is application/json',
    source: 'Endpoints',
    statements: ['S093', 'S165'],
    level: 'must',
    judge: (record) =>
      undisturbed(record)
        .filter(isWrite)
        .map((call) => {
          const type = call.headers['content-type'];
          return ofCall(
            call,
            /^application\/json\s*(;|$)/i.test(type ?? ''),
            `came with Content-Type ${show(type)}; without application/json the body is not read`,
          );
        }),
  },
  {
    id: 'PART-5',
    text: 'The body of every POST and PUT is a JSON object',
    source: 'Endpoints › Response conventions',
    statements: ['S005', 'S096'],
    level: 'must',
    judge: (record) =>
      undisturbed(record)
        .filter((call) => isWrite(call) && isWhole(call))
        .map((call) =>
          ofCall(call, isObject(parsedJson(call.body)), `came with a body that is no JSON object: ${show(call.body)}`),
        ),
  },
  {
    id: 'PART-6',
    text: 'Totals, prices and quantities are sent as JSON numbers, not as text',
    source: 'Resources and their fields › Common conventions',
    statements: ['S038'],
    level: 'must',
    judge: (record) =>
      undisturbed(record)
        // coupons have numbers of their own
        .filter((call) => isWrite(call) && partsOf(call)[0] !== 'coupons')
        .flatMap((call) => {
          const named = fieldsBelow(fieldsOf(call)).filter(
            ({ name, value }) => numbers.includes(name) && (typeof value === 'number' || isNumberText(value)),
          );
          if (named.length === 0) return [];
          const texts = named.filter(({ value }) => typeof value === 'string');
          const seen = texts.map(({ pointer, value }) => `${pointer} as the text ${show(value)}`).join(', ');
          return [
            observation(
              texts.length === 0,
              { calls: [call.number] },
              `${call.method} ${pathOf(call)} sent ${seen}; it should be a number, without quotation marks`,
            ),
          ];
        }),
  },
  {
    id: 'PART-97',
    text: 'Phones are sent as text',
    source: 'Resources and their fields › Coupon registration input',
    statements: ['S052', 'S060'],
    // stated of coupons alone: other bodies are open
    level: 'should',
    judge: (record) =>
      undisturbed(record)
        .filter(isWrite)
        .flatMap((call) => {
          const phones = fieldsBelow(fieldsOf(call)).filter(({ name, value }) => name === 'phone' && value !== null);
          if (phones.length === 0) return [];
          const wrong = phones.filter(({ value }) => typeof value !== 'string');
          const seen = wrong.map(({ pointer, value }) => `${pointer} ${show(value)}`).join(', ');
          return [ofCall(call, wrong.length === 0, `sent ${seen}; a number has neither a plus nor zeros in front`)];
        }),
  },
  {
    id: 'PART-98',
    text: 'Nothing is written by another method than POST, PUT and DELETE',
    source: 'Endpoints › Endpoints table',
    statements: ['S119', 'S124', 'S135', 'S139'],
    level: 'must',
    judge: (record) =>
      undisturbed(record).map((call) =>
        ofCall(
          call,
          // those that only ask do no harm
          ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'].includes(call.method),
          'uses a method that no route has; updates are made by PUT',
        ),
      ),
  },
  {
    id: 'PART-99',
    text: 'An externalId is sent as text, save that of a shared coupon',
    source: 'Resources and their fields › Common conventions',
    statements: ['S035', 'S053', 'S066'],
    // stated where the fields of orders and coupons are, and likely of the rest
    level: 'should',
    judge(record) {
      const calls = undisturbed(record);
      const isShared = (call: PartnerCall): boolean => isTo(call, 'POST /coupons/shared');
      const sharedCodes = calls.filter(isShared).map((call) => fieldsOf(call).code);
      return calls
        .filter((call) => isWrite(call) && !isShared(call) && !sharedCodes.includes(partsOf(call)[2]))
        .flatMap((call) => {
          const { externalId } = fieldsOf(call);
          return externalId === undefined || externalId === null
            ? []
            : [
                ofCall(
                  call,
                  typeof externalId === 'string',
                  `sent externalId ${show(externalId)}; it should be a text`,
                ),
              ];
        });
    },
  },
];
