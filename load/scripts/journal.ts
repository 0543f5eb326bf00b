import { type Fact, writeFact } from '../facts.ts';

/** Appends a fact to the run's journal, which is where k6 is configured to put what scripts log. */
export const record = (fact: Fact): void => {
  console.log(writeFact(fact));
};
