import manifest from '../../package.json' with { type: 'json' };
import { lawJudge, placedIn } from '../../properties/law-judge.ts';
import { lawSections } from '../../properties/laws.ts';
import { allureTeller } from '../../reports/allure/tell-allure.ts';
import { testRules } from '../../suites/run-tests.ts';

// One file for all sections: the engine runs the files of a worker one after another, and the rules must overlap,
// because the retry schedule of a webhook takes a quarter of an hour on a real target.
await testRules((session, rulesEnded) => {
  const judge = lawJudge(session, rulesEnded);
  return lawSections.map((section) => ({
    title: section.title,
    rules: placedIn(section).map((placed) => ({
      id: placed.law.id,
      text: placed.law.text,
      judge: () => judge(placed),
    })),
  }));
}, allureTeller(manifest.version));
