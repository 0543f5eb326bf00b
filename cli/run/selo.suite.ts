import { judgeLaw } from '../../properties/judge-law.ts';
import { lawSections } from '../../properties/laws.ts';
import { testRules } from '../../suites/run-tests.ts';

// One file for all sections: the engine runs the files of a worker one after another, and the rules must overlap,
// because the retry schedule of a webhook takes a quarter of an hour on a real target.
await testRules(
  lawSections.map(({ name, title, laws }) => ({
    title,
    rules: laws.map((law) => ({ id: law.id, text: law.text, judge: (session) => judgeLaw(session, name, law) })),
  })),
);
