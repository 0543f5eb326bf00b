import { median } from 'simple-statistics';
import { commandLine, say } from '../../command-line.ts';
import { type RecordedRun, readRuns } from './recorded-run.ts';
import { visibleDefects } from './visible-defects.ts';

// Counts what `compare.ts` recorded, and prints it as the tables of docs/peers.md.
const { values } = commandLine({
  options: {
    out: { type: 'string', default: 'reports/out/peers.ndjson' },
    /** Counts only defects that each of these tools was run against. */
    peers: { type: 'string', default: 'selo,schemathesis,portman' },
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

interface Counted {
  peer: string;
  defects: RecordedRun[];
  controls: RecordedRun[];
  /** What the tool reports on the healthy platform, which is no detection. */
  falsePositives: Set<string>;
  detectionsIn(run: RecordedRun): string[];
  isFound(run: RecordedRun): boolean;
}

const counted: Counted[] = peers.map((peer) => {
  const ofPeer = runsOf(peer);
  const healthy = ofPeer.filter(({ section }) => section === 'healthy');
  const falsePositives = new Set(healthy.flatMap(({ findings }) => findings));
  const detectionsIn: Counted['detectionsIn'] = ({ findings }) =>
    findings.filter((finding) => !falsePositives.has(finding));
  return {
    peer,
    defects: ofPeer.filter((run) => isDefect(run) && isShared(run)),
    controls: ofPeer.filter(({ section }) => section === 'control'),
    falsePositives,
    detectionsIn,
    isFound: (run) => detectionsIn(run).length > 0,
  };
});

const empty = counted.find(({ defects }) => defects.length === 0);
if (empty) throw new Error(`no defect was sent to ${empty.peer} and to every other tool: run compare.ts for each tool`);

say(
  '| tool | defects found | median time a run | requests a run | findings on the healthy platform | healthy runs called defective |',
);
say('| --- | --- | --- | --- | --- | --- |');
for (const { peer, defects, isFound, controls, falsePositives } of counted) {
  const found = defects.filter(isFound).length;
  say(
    `| ${[
      peer,
      `${found} of ${defects.length} (${percent(found, defects.length)})`,
      seconds(median(defects.map(({ milliseconds }) => milliseconds))),
      median(defects.map(({ requests }) => requests)),
      falsePositives.size,
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

for (const { peer, defects, controls, falsePositives, detectionsIn, isFound } of counted) {
  say(`\n${peer} on the healthy platform:`);
  for (const finding of falsePositives) say(`  ${finding}`);
  for (const { failure, subject } of runsOf(peer)) {
    if (failure !== undefined) say(`  no result on ${subject}: ${failure}`);
  }
  for (const control of controls.filter(isFound)) say(`  ${control.subject}: ${detectionsIn(control).join('; ')}`);
  if (peer !== 'selo') continue;
  for (const { findings, rule, subject } of defects) {
    if (!findings.includes(rule)) say(`  the named rule did not fail: ${subject}`);
  }
}
