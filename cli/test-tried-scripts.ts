import { guideNamed, scriptsOf } from './test-guide.ts';

interface Scripts {
  /** Path from docs/. */
  guide: string;
  wanted: RegExp;
}

/** The scripts of guides that tests run, by test. */
export const triedScripts: Readonly<Record<string, readonly Scripts[]>> = {
  'cli/capture/guide.integration.test.ts': [{ guide: 'capture.md', wanted: /selo capture|curl/ }],
  'cli/keys.integration.test.ts': [{ guide: 'certify.md', wanted: /selo keys trust/ }],
  'cli/certify/init/certify-init.integration.test.ts': [{ guide: 'certify.md', wanted: /selo certify init/ }],
  'cli/certify/guide.integration.test.ts': [
    { guide: '../README.md', wanted: /selo certify/ },
    { guide: 'certify.md', wanted: /selo certify --partner/ },
    { guide: 'how-to/certify-a-partner.md', wanted: /selo certify/ },
  ],
  'cli/guides.integration.test.ts': [
    { guide: '../README.md', wanted: /selo (init|load)/ },
    { guide: '../CONTRIBUTING.md', wanted: /selo explain/ },
    { guide: 'how-to/gate-a-release.md', wanted: /selo run|--gate/ },
    { guide: 'capture.md', wanted: /selo doctor/ },
    { guide: 'properties.md', wanted: /selo run/ },
    { guide: 'reports.md', wanted: /selo diff/ },
    { guide: 'allure.md', wanted: /selo report/ },
  ],
  'cli/init/staging-guide.integration.test.ts': [{ guide: 'how-to/write-a-profile.md', wanted: /selo/ }],
  'cli/history/guide.integration.test.ts': [{ guide: 'history.md', wanted: /selo (history|report)/ }],
  'cli/report.integration.test.ts': [{ guide: 'reports.md', wanted: /selo report|jq/ }],
  'cli/tutorial.integration.test.ts': [{ guide: 'tutorial.md', wanted: /selo|stand-in/ }],
  'cli/verify/verify-result.integration.test.ts': [{ guide: 'replay.md', wanted: /selo/ }],
  'deploy/pipelines/guide.integration.test.ts': [{ guide: 'pipelines.md', wanted: /selo\/deploy\/pipelines/ }],
};

const proof = 'a part of the proof, which npm run test:all runs as a whole';
const network = 'installs other tools from the network';

/** The scripts of guides that no test runs, and why. */
export const untriedScripts: readonly (Scripts & { why: string })[] = [
  {
    guide: '../README.md',
    wanted: /npm start/,
    why: 'tools/start.integration.test.ts tries the start; npm test is what runs this',
  },
  { guide: '../CONTRIBUTING.md', wanted: /npm test|git clone/, why: 'the test commands run this test' },
  { guide: '../CONTRIBUTING.md', wanted: /prove\.ts/, why: proof },
  { guide: 'tutorial.md', wanted: /npm start/, why: 'tools/start.integration.test.ts tries the start' },
  { guide: 'add-a-rule.md', wanted: /prove|variants|proof/, why: proof },
  { guide: 'properties.md', wanted: /prove\.ts/, why: proof },
  {
    guide: 'load.md',
    wanted: /k6 run/,
    why: 'cli/load/load.integration.test.ts repeats a plan by the same command, of a run of its own',
  },
  { guide: 'proof.md', wanted: /proof/, why: proof },
  {
    guide: 'allure.md',
    wanted: /npx allure/,
    why: 'reports/formats/allure/ reads back what the command line of Allure reads',
  },
  {
    guide: 'allure.md',
    wanted: /npx vitest/,
    why: 'cli/allure-in-vitest.integration.test.ts runs the same with fewer rules',
  },
  {
    guide: 'certify.md',
    wanted: /--expect certified/,
    why: 'the certificate of the example holds no key to trust; cli/verify.integration.test.ts tries --expect',
  },
  {
    guide: 'pipelines.md',
    wanted: /--min-coverage 95/,
    why: 'cli/run/requirements.test.ts and deploy/pipelines/action.integration.test.ts try --require and --min-coverage',
  },
  { guide: 'certify-behind-nat.md', wanted: /docker/, why: 'needs Docker and a public host' },
  {
    guide: 'certify-behind-nat.md',
    wanted: /agent\.mjs/,
    why: 'cli/certify/behind-nat.integration.test.ts runs the agent',
  },
  {
    guide: 'containers.md',
    wanted: /npm install/,
    why: 'needs Docker and the network; cli/containers/ tries the start',
  },
  { guide: 'containers.md', wanted: /docker/, why: 'needs Docker; cli/containers/ tries image and compose files' },
  { guide: 'how-to/gate-a-release.md', wanted: /--against/, why: 'takes many rounds; cli/load/compared-runs.test.ts' },
  { guide: 'peers.md', wanted: /load-rate\.ts/, why: 'measures for minutes what nothing else may disturb' },
  {
    guide: 'package.md',
    wanted: /npm run package/,
    why: 'tools/package/package.integration.test.ts does so in a folder of its own',
  },
  { guide: 'peers.md', wanted: /pip install/, why: network },
  {
    guide: 'scale.md',
    wanted: /--manifest/,
    why: 'cli/load/manifest.integration.test.ts writes one for its own platform',
  },
  {
    guide: 'scale.md',
    wanted: /kubectl/,
    why: 'needs a cluster; cli/load/external-generators.integration.test.ts runs the generators here',
  },
  { guide: '../platform/README.md', wanted: /curl/, why: 'platform/start-platform.integration.test.ts asks the same' },
];

/** The scripts that a test must run, by its path. */
export const scriptsTriedBy = (test: string): string[] =>
  (triedScripts[test] ?? []).flatMap(({ guide, wanted }) => scriptsOf(guideNamed(guide), wanted));
