import { type Fact, writeFact } from '../facts.ts';

/** Appends a fact to the journal: k6 writes the log of scripts there. */
export const record = (fact: Fact): void => {
  console.log(writeFact(fact));
};
