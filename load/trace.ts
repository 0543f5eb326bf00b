const hex = (value: number, digits: number): string => (value >>> 0).toString(16).padStart(digits, '0').slice(-digits);

/** The trace id of a journey. It is computed from the external id of the order, so that journals need not contain it. */
export const traceIdOf = (externalId: string): string => {
  // four FNV-1a hashes with different primes
  let [first, second, third, fourth] = [0x811c9dc5, 0x01000193, 0x9e3779b9, 0x85ebca6b];
  for (let index = 0; index < externalId.length; index += 1) {
    const code = externalId.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    third = Math.imul(third ^ code, 0x27d4eb2f);
    fourth = Math.imul(fourth ^ code, 0x165667b1);
  }
  return hex(first, 8) + hex(second, 8) + hex(third, 8) + hex(fourth, 8);
};

/** The header `traceparent` (W3C Trace Context) of a journey's request with this number, from 1. */
export const traceparentOf = (traceId: string, number: number): string =>
  `00-${traceId}-${traceId.slice(0, 12)}${hex(number, 4)}-01`;
