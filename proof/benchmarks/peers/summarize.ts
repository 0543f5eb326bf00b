import { parseArgs } from 'node:util';
import { median } from 'simple-statistics';
import { say } from '../../command-line.ts';
import { type RecordedRun, readRuns } from './recorded-run.ts';
import { visibleDefects } from './visible-defects.ts';

// Counts what `compare.ts` recorded, and prints it as the tables of docs/peers.md.
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'reports/out/peers.ndjson' },
    /** Counts only defects that each of these tools was run against. */
    peers: { type: 'string', default: 'selo,schemathesis,portman' },
    /** Lists the defects that this tool did not find. */
    missed: { type: 'string', default: '' },
  },
});

const isDefect = ({ section }: RecordedRun): boolean => section !== 'healthy' && section !== 'control';

const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

const runs = await readRuns(values.out);
const peers = values.peers.split(',');
const runsOf = (peer: string): RecordedRun[] => runs.filter((run) => run.peer === peer);

const sentAt = peers.map((peer) => new Set(runsOf(peer).map(({ subject }) => subject)));
const isShared = ({ subject }: RecordedRun): boolean => sentAt.every((subjects) => subjects.has(subject));

/** What a tool also reports on the healthy platform is no detection. */
const falseAlarms = (peer: string): Set<string> =>
  new Set(
    runsOf(peer)
      .filter(({ section }) => section === 'healthy')
      .flatMap(({ findings }) => findings),
  );

interface Counted {
  peer: string;
  defects: RecordedRun[];
  isFound(run: RecordedRun): boolean;
  controls: RecordedRun[];
  alarms: Set<string>;
}

const counted: Counted[] = peers.map((peer) => {
  const alarms = falseAlarms(peer);
  return {
    peer,
    alarms,
    defects: runsOf(peer).filter((run) => isDefect(run) && isShared(run)),
    controls: runsOf(peer).filter(({ section }) => section === 'control'),
    isFound: ({ findings }) => findings.some((finding) => !alarms.has(finding)),
  };
});

const empty = counted.find(({ defects }) => defects.length === 0);
if (empty) throw new Error(`no defect was sent to ${empty.peer} and to every other tool: run compare.ts for each tool`);

say(
  '| tool | defects found | median time a run | requests a run | findings on the healthy platform | healthy runs called defective |',
);
say('| --- | --- | --- | --- | --- | --- |');
for (const { peer, defects, isFound, controls, alarms } of counted) {
  const found = defects.filter(isFound).length;
  say(
    `| ${[
      peer,
      `${found} of ${defects.length} (${percent(found, defects.length)})`,
      seconds(median(defects.map(({ milliseconds }) => milliseconds))),
      median(defects.map(({ requests }) => requests)),
      alarms.size,
      `${controls.filter(isFound).length} of ${controls.length}`,
    ].join(' | ')} |`,
  );
}

say(`\n| section | visible defects | sent | ${peers.join(' | ')} |`);
say(`| --- | --- | --- | ${peers.map(() => '---').join(' | ')} |`);
for (const [section, visible] of Map.groupBy(visibleDefects, (defect) => defect.section)) {
  const cells = counted.map(
    ({ defects, isFound }) => defects.filter((run) => run.section === section && isFound(run)).length,
  );
  const sent = counted[0]?.defects.filter((run) => run.section === section).length ?? 0;
  say(`| ${section} | ${visible.length} | ${sent} | ${cells.join(' | ')} |`);
}

for (const { peer, alarms, defects, controls, isFound } of counted) {
  say(`\n${peer} on the healthy platform:`);
  for (const alarm of alarms) say(`  ${alarm}`);
  for (const { failure, subject } of runsOf(peer))
    if (failure !== undefined) say(`  no result on ${subject}: ${failure}`);
  for (const control of controls.filter(isFound)) {
    say(`  ${control.subject}: ${control.findings.filter((finding) => !alarms.has(finding)).join('; ')}`);
  }
  if (peer === values.missed) for (const run of defects) if (!isFound(run)) say(`  missed: ${run.subject}`);
  if (peer === 'selo') {
    for (const run of defects)
      if (!run.findings.includes(run.rule)) say(`  the named rule did not fail: ${run.subject}`);
  }
}
