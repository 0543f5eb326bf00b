import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeFact } from '../facts.ts';
import { arrivalLine } from './receiver.ts';

const text = fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }), fc.constantFrom('"', '\\', '\n', '\ud800', '","x"]'));
const id = fc.option(text);
const time = fc.integer({ min: 0, max: 4e15 }).map((microseconds) => microseconds / 1000);

test('the line equals that of writeFact for any ids', () => {
  fc.assert(
    fc.property(time, text, id, id, fc.constantFrom(0, 204, 503), (arrivedMs, company, orderId, couponId, status) => {
      expect(arrivalLine(arrivedMs, JSON.stringify(company), orderId, couponId, status)).toBe(
        `${writeFact(['a', arrivedMs, company, orderId, couponId, status])}\n`,
      );
    }),
  );
});
