import { testRules } from './run-tests.ts';

// One file for all sections: the engine runs the files of a worker one after another, and the rules must overlap,
// because the retry schedule of a webhook takes a quarter of an hour on a real target.
await testRules();
