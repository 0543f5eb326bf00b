import manifest from '../../package.json' with { type: 'json' };
import { allureReporter } from '../../reports/formats/allure/report-to-allure.ts';
import { testRules } from './vitest-rules.ts';

// One file for all sections, because Vitest runs the files of a worker one after another. The rules must overlap: the
// retry schedule of a webhook takes a quarter of an hour on a real target.
await testRules(allureReporter(manifest.version));
