import fc from 'fast-check';

/**
 * N of what is drawn, at least one by default. An array that must have one shrinks to its last alone, and so keeps
 * whatever comes after the one that matters: one that may be empty, of which the short ones are left out, shrinks to any.
 */
export const someOf = <Drawn>(drawn: fc.Arbitrary<Drawn>, atMost: number, atLeast = 1): fc.Arbitrary<Drawn[]> =>
  fc.array(drawn, { maxLength: atMost, size: 'max' }).filter(({ length }) => length >= atLeast);
