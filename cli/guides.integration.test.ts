import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../fixtures/test-folder.ts';
import { requireK6 } from '../load/k6/test-k6.ts';
import { runsOf } from '../reports/history/test-runs.ts';
import { serveTarget } from './run/selo-process.ts';
import { runScript } from './test-guide.ts';
import { scriptsTriedBy } from './test-tried-scripts.ts';

/**
 * One rule in place of all, and a short load in place of a long one, which a busy machine may make invalid. The profile that
 * is written names a host that is not there, so it goes to another file than the one that is read.
 */
const stubs = `
npx() {
  case "$2" in
    init) "$@" --out mine.ts ;;
    run) case " $* " in *' --rule '*) "$@" ;; *) "$@" --rule ORD-4 ;; esac ;;
    load) "$@" --rate 10 --duration 3 || [ $? = 3 ] ;;
    *) "$@" ;;
  esac
}`;

test.for(scriptsTriedBy('cli/guides.integration.test.ts').map((script) => [script] as const))(
  'the commands of the guides work: %s',
  async ([script], { skip }) => {
    if (script.includes('selo load')) requireK6(skip);
    const isOfStaging = script.includes('staging.ts');
    await using target = await serveTarget(isOfStaging ? { policy: { timeScale: 0.05 } } : {});
    await using folder = await temporaryFolder();
    const [first = {}, second = {}] = runsOf('fp');
    const files = {
      'staging.ts': `export default ${readFileSync(target.profileFile, 'utf8')}`,
      'before/result.json': JSON.stringify(first),
      'after/result.json': JSON.stringify(second),
      'reports/out/latest.json': JSON.stringify(second),
    };
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder.path, name, '..'), { recursive: true });
      writeFileSync(join(folder.path, name), content);
    }
    const { stdout, stderr } = await runScript(script, { cwd: folder.path, stubs, env: target.env });
    expect(stderr).not.toMatch(/Selo failed|^error:/m);
    expect(stdout).not.toBe('');
  },
);
