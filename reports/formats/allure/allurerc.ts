import { fileURLToPath } from 'node:url';
import { moduleBeside } from '../../../fixtures/processes/module-beside.ts';
import { categoriesOf3 } from './categories.ts';

/** Configuration of `allure generate` and `allure quality-gate`. */
export default {
  name: 'Selo',
  output: 'allure-report',
  historyPath: 'allure-history.jsonl',
  historyLimit: 50,
  categories: categoriesOf3,
  plugins: {
    awesome: {
      import: fileURLToPath(moduleBeside('quiet-awesome', import.meta.url)),
      options: { singleFile: true, groupBy: ['feature'], reportLanguage: 'en' },
    },
  },
  qualityGate: { rules: [{ maxFailures: 0, minTestsCount: 1 }] },
};
