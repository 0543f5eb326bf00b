import { commandLine, conclude, say } from './command-line.ts';
import { allVariants } from './variants/all-variants.ts';
import { isOnTheWire, isSound, judgeVariants, type VariantResult } from './variants/judge-variant.ts';

// Judges legal variants of the platform by all rules. Arguments choose the variants whose names start with one of them.
const { values, positionals } = commandLine({
  allowPositionals: true,
  options: {
    /** Only prints the names. */
    list: { type: 'boolean', default: false },
    /** Only the variants that need real connections. */
    wire: { type: 'boolean', default: false },
  },
});

const describe = (result: VariantResult): void => {
  const { name, passed, unverified, falsePositives, unexpected, unneeded, durationMs } = result;
  const counts = `${passed} pass${unverified > 0 ? `, ${unverified} unverified as expected` : ''}`;
  say(`${isSound(result) ? '✓' : '✗'} ${name}: ${counts} · ${durationMs} ms`);
  for (const line of falsePositives) say(`    false positive: ${line}`);
  for (const line of unexpected) say(`    silent: ${line}`);
  if (unneeded.length > 0) say(`    judged, though expected to be unverified: ${unneeded.join(', ')}`);
};

const isChosen = ({ name }: { name: string }): boolean =>
  positionals.length === 0 || positionals.some((prefix) => name.startsWith(prefix));
const chosen = allVariants.filter((variant) => isChosen(variant) && (!values.wire || isOnTheWire(variant)));

if (values.list) {
  for (const { name, text, open, source } of chosen) say(`${name}: a target that ${text}\n    ${open} (${source})`);
} else if (chosen.length === 0) {
  process.stderr.write(`No variant is called ${positionals.join(' or ')}: --list names them all\n`);
  process.exitCode = 2;
} else {
  const started = performance.now();
  const results = await judgeVariants(chosen, describe);
  const sound = results.filter(isSound).length;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`legal targets judged in ${seconds} s`);
  conclude({ passed: sound, failed: results.length - sound });
}
