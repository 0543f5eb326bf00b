import fc from 'fast-check';

/** Objects with all of these fields, as object literals are: fast-check also draws some without a prototype. */
export const recordOf = <Fields extends object>(
  fields: {
    [Name in keyof Fields]: fc.Arbitrary<Fields[Name]>;
  },
): fc.Arbitrary<Fields> => fc.record<Fields>(fields, { noNullPrototype: true });

/**
 * An array with a maximum length, not empty by default. A minimum length would make it shrink to its last item only,
 * with all the items after the one that matters. So shorter arrays are drawn and then left out.
 */
export const someOf = <Drawn>(drawn: fc.Arbitrary<Drawn>, atMost: number, atLeast = 1): fc.Arbitrary<Drawn[]> =>
  fc.array(drawn, { maxLength: atMost, size: 'max' }).filter(({ length }) => length >= atLeast);
