import { parseArgs } from 'node:util';
import { type DialectName, dialects } from '../embedded/dialect.ts';
import { allDefects } from '../suites/all-defects.ts';
import { describeVerdict, judgeEmbedded } from './judge-embedded.ts';
import { proveDefect } from './prove-defect.ts';

// Judges the rules whose ids start with one of the prefixes on the embedded platform, or shows that each of their
// defects is caught by the rule that it names and by no other.
const { values, positionals: prefixes } = parseArgs({
  allowPositionals: true,
  options: {
    defects: { type: 'boolean', default: false },
    /** With --defects: judge the rules of all sections on each defect, not only the named ones. */
    all: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    choices: { type: 'string', default: '{}' },
    dialect: { type: 'string', default: 'plain' },
  },
});

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};
const isNamed = (id: string): boolean => prefixes.length === 0 || prefixes.some((prefix) => id.startsWith(prefix));
const isDialect = (name: string): name is DialectName => Object.hasOwn(dialects, name);

const proveDefects = async (): Promise<boolean> => {
  const chosen = allDefects.filter(({ rule }) => isNamed(rule));
  let proven = 0;
  for (const defect of chosen) {
    const { verdict, isCaught, unexpected } = await proveDefect(defect, ({ id }) => values.all || isNamed(id));
    if (isCaught && unexpected.length === 0) proven++;
    else say(`✗ ${defect.rule}: a platform that ${defect.text}`);
    if (!isCaught) say(`    not caught: ${verdict ? describeVerdict(verdict) : 'the rule was not judged'}`);
    for (const other of unexpected) say(`    also: ${describeVerdict(other)}`);
  }
  say(`${proven} of ${chosen.length} defects caught by their rule and by no other`);
  return proven === chosen.length;
};

const proveRules = async (): Promise<boolean> => {
  let isSound = true;
  for (let round = 0; round < Number(values.repeat); round++) {
    const started = performance.now();
    const dialect = isDialect(values.dialect) ? values.dialect : 'plain';
    const verdicts = await judgeEmbedded({ dialect, choices: JSON.parse(values.choices) }, ({ id }) => isNamed(id));
    const odd = verdicts.filter(({ outcome }) => outcome !== 'pass');
    for (const verdict of odd) say(describeVerdict(verdict));
    const requests = verdicts.reduce((sum, verdict) => sum + verdict.requests, 0);
    const durationMs = Math.round(performance.now() - started);
    say(`${verdicts.length - odd.length} of ${verdicts.length} pass · ${requests} requests · ${durationMs} ms`);
    if (odd.length > 0) isSound = false;
  }
  return isSound;
};

process.exitCode = (await (values.defects ? proveDefects() : proveRules())) ? 0 : 1;
