import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { changeOf, type PlatformChange } from '../../../suites/defect.ts';
import { commandLine, wholeNumber } from '../../command-line.ts';
import { ownSuite } from './own-suite.ts';
import type { Peer } from './peer.ts';
import { portman } from './portman.ts';
import { startPrepared } from './prepared-target.ts';
import { appendRun, type RecordedRun, readRuns } from './recorded-run.ts';
import { schemathesis } from './schemathesis.ts';
import { inSampleOrder, visibleDefects } from './visible-defects.ts';

// Runs one tool against the healthy platform several times, then against platforms with one defect each, and records what
// it found. A second start continues where the first one stopped. `summarize.ts` counts.
const { values } = commandLine({
  options: {
    /** schemathesis, portman or selo. */
    peer: { type: 'string' },
    /** Folder of the tool's executables; selo needs none. */
    bin: { type: 'string', default: '' },
    /** The number of defects, in the order of the sample. */
    count: { type: 'string', default: String(visibleDefects.length) },
    shard: { type: 'string', default: '1/1' },
    minutes: { type: 'string', default: '9' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: 'reports/out/peers.ndjson' },
  },
});

/** What a tool reports in these runs is no detection. */
const healthyRuns = 5;
/** More runs against the healthy platform, which should detect nothing. */
const controlRuns = 5;

interface Subject {
  subject: string;
  section: string;
  rule: string;
  options: PlatformChange;
}

const healthy = (kind: string, count: number): Subject[] =>
  Array.from({ length: count }, (_, index) => ({
    subject: `${kind} ${index + 1}`,
    section: kind,
    rule: '',
    options: {},
  }));

const seed = wholeNumber('seed', values.seed);
const subjects: Subject[] = [
  ...healthy('healthy', healthyRuns),
  ...healthy('control', controlRuns),
  ...inSampleOrder(visibleDefects, seed)
    .slice(0, wholeNumber('count', values.count))
    .map(({ rule, text, section, ...change }) => ({
      subject: `${rule} ${text}`,
      section,
      rule,
      options: changeOf(change),
    })),
];

const openPeer = (folder: string): Peer | Promise<Peer> => {
  if (values.peer === 'schemathesis') return schemathesis(values.bin, seed);
  if (values.peer === 'portman') return portman(values.bin, folder);
  if (values.peer === 'selo') return ownSuite;
  throw new Error('--peer is schemathesis, portman or selo');
};

const counting = ({ policy, wrap }: PlatformChange, count: () => void): PlatformChange => ({
  ...omitUndefined({ policy }),
  wrap: (handle, runtime) => {
    const wrapped = wrap ? wrap(handle, runtime) : handle;
    return (call) => {
      count();
      return wrapped(call);
    };
  },
});

const judgeOnce = async (peer: Peer, { subject, section, rule, options }: Subject): Promise<RecordedRun> => {
  await using resources = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'selo-peer-'));
  resources.defer(() => rm(folder, { recursive: true }));
  let requests = 0;
  const prepared = resources.use(
    await startPrepared(
      counting(options, () => {
        requests++;
      }),
    ),
  );
  requests = 0;
  const started = performance.now();
  let failure: string | undefined;
  const findings = await peer.judge(prepared, folder).catch((error: unknown) => {
    failure = String(error);
    return [];
  });
  const milliseconds = Math.round(performance.now() - started);
  const distinct = [...new Set(findings)].toSorted();
  return {
    peer: peer.name,
    subject,
    section,
    rule,
    findings: distinct,
    requests,
    milliseconds,
    ...omitUndefined({ failure }),
  };
};

const [shard = 1, shards = 1] = values.shard.split('/').map(Number);
const deadline = performance.now() + Number(values.minutes) * 60_000;
const toolFolder = await mkdtemp(join(tmpdir(), 'selo-peer-'));
const peer = await openPeer(toolFolder);
const known = new Set((await readRuns(values.out)).filter((run) => run.peer === peer.name).map((run) => run.subject));
const mine = subjects.filter((_, index) => index % shards === shard - 1);
const wanted = mine.filter(({ subject }) => !known.has(subject));
let judged = 0;
for (const subject of wanted) {
  if (performance.now() > deadline) break;
  await appendRun(values.out, await judgeOnce(peer, subject));
  judged++;
}
await rm(toolFolder, { recursive: true });
process.stdout.write(`${peer.name}: ${judged} judged, ${wanted.length - judged} to go\n`);
