import { readFileSync, writeFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Document } from 'yaml';
import { counted } from '../../core/counted.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isLoopbackHost } from '../../fixtures/client/no-proxy.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { messageOf } from '../../fixtures/reading/message-of.ts';
import { newRunId } from '../../fixtures/run/start-run.ts';
import { type GeneratorFleet, generatorsFor } from '../../load/cluster/generators.ts';
import type { LoadPlan } from '../../load/plan.ts';
import { LoadError } from '../../load/run/load-error.ts';
import { companiesUnderLoad, followsWebhooks, type LoadRequest, planOf } from '../../load/run/prepare/prepare-plan.ts';
import { CliError } from '../cli-error.ts';
import type { Target } from '../target.ts';

interface ManifestFile {
  file: string;
  image: string;
  k6Out?: string[];
}

/**
 * Writes the manifest of a run on a cluster, and returns what to do next. Throws `CliError` if the target cannot be
 * loaded from a cluster.
 */
export const writeManifest = (
  target: Target,
  request: LoadRequest,
  { file, image, k6Out = [] }: ManifestFile,
): string[] => {
  const { profile, isEmbedded, options } = target;
  if (isEmbedded) {
    throw new CliError('--manifest: a cluster cannot reach the embedded platform. Name a profile with --profile.');
  }
  const runId = newRunId();
  const { text, generators } = manifestsOf({ profile, request, runId, image, outputs: k6Out });
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CliError(`--manifest ${file} cannot be written: ${messageOf(error)}. Name another file.`);
  }
  const { script, shape, rate, seconds, seed, jitter } = request;
  const again = [
    `selo load ${script}`,
    ...options,
    `--shape ${shape} --rate ${rate} --duration ${seconds} --seed ${seed}`,
    ...(jitter ? ['--jitter'] : []),
    `--external-generators FOLDER --generators ${generators} --run ${runId}`,
  ].join(' ');
  return [
    `${file}: run ${runId} by ${counted(generators, 'generator')}. Its first lines say which secret it needs.`,
    'The volume for what the generators write:',
    `  kubectl apply --filename ${file} --selector ${Object.entries(volumeLabel).flat().join('=')}`,
    'Where the platform reaches the capture, with that volume mounted as FOLDER:',
    `  ${again}`,
    'When that says that it is listening:',
    `  kubectl apply --filename ${file}`,
  ];
};

interface ScriptFile {
  path: string;
  text: string;
}

const entryScript = 'load/scripts/load.ts';

const root = new URL('../../', import.meta.url);
/** Imports and re-exports of our own files, except types. */
const imported = /^(?:import|export)\s+(?!type\b)(?:[^;']*?\sfrom\s+)?'(\.[^']+)';/gm;

/** The load script and all files that it imports, sorted by path. */
const scriptFiles = (): ScriptFile[] => {
  const files = new Map<string, string>();
  const visit = (path: string): void => {
    if (files.has(path)) return;
    const text = readFileSync(new URL(path, root), 'utf8');
    files.set(path, text);
    for (const [, specifier = ''] of text.matchAll(imported)) visit(posix.join(posix.dirname(path), specifier));
  };
  visit(entryScript);
  return [...files]
    .map(([path, text]) => ({ path, text }))
    .toSorted((one, other) => one.path.localeCompare(other.path, 'en'));
};

export interface ManifestOptions {
  profile: Profile;
  /** Of the whole run: the companies share its rate. */
  request: LoadRequest;
  /** Lower-case letters and digits, because the names of all objects contain it. */
  runId: string;
  /** A container image with k6, such as `grafana/k6:2.2.0`. */
  image: string;
  /** Values of k6's `--out`. */
  outputs: readonly string[];
}

/** One company's part of the run. */
interface Shard {
  name: string;
  company: string;
  plan: LoadPlan;
  generators: GeneratorFleet;
}

interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: object;
  [field: string]: unknown;
}

/** The Secret that the operator creates. Its keys are the names of the variables. */
const credentials = 'selo-credentials';
/** Folder with the script and its plan. */
const scriptFolder = '/selo';
/** Folder that a generator writes into, a subfolder of the volume for each. */
const journalFolder = '/journal';
const planFile = 'plan.json';
/** User id in the images of k6. */
const k6User = 12_345;

/** One journey writes 210 to 260 bytes (measured). */
const bytesPerJourney = 500;
const GiB = 1024 ** 3;

/** Label of the volume, which must exist before the generators. */
const volumeLabel = { 'selo-part': 'journals' };
/** Keys of a ConfigMap have no slashes. */
const keyOf = (path: string): string => path.replaceAll('/', '_');

const shardsOf = ({ profile, request, runId }: ManifestOptions): Shard[] => {
  const companies = companiesUnderLoad(profile);
  const rate = request.rate / companies.length;
  return companies.map(({ name: company }, index) => {
    const plan = planOf(
      { ...profile, load: { ...profile.load, companies: [company] } },
      { ...request, rate },
      // each company counts its journeys from 0; the number keeps their ids apart
      { runId: `${runId}-${index + 1}`, summaryFile: `${journalFolder}/k6-summary.json` },
    );
    return {
      name: `selo-${runId}-${index + 1}`,
      company,
      plan,
      generators: generatorsFor(rate, plan.users * plan.scenarios.length),
    };
  });
};

const scriptMap = (name: string): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: Object.fromEntries(scriptFiles().map(({ path, text }) => [keyOf(path), text])),
});

const planMap = ({ name, plan }: Shard): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { [planFile]: `${JSON.stringify(plan, null, 2)}\n` },
});

const journalClaim = (name: string, shards: readonly Shard[]): KubernetesObject => {
  const journeys = shards
    .flatMap(({ plan }) => plan.scenarios.flatMap(({ segments }) => segments))
    .reduce((sum, { from, to, seconds }) => sum + ((from + to) / 2) * seconds, 0);
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name, labels: volumeLabel },
    spec: {
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: `${Math.max(1, Math.ceil((journeys * bytesPerJourney) / GiB))}Gi` } },
    },
  };
};

const fromSecret = (variable: string) => ({
  name: variable,
  valueFrom: { secretKeyRef: { name: credentials, key: variable } },
});

interface Volumes {
  scripts: string;
  journals: string;
}

/** Where pods run and which secrets pull their image. The initializer uses the settings of the runner. */
const placeOf = ({ load: { cluster = {} } }: Profile): object => {
  const { nodeSelector, tolerations, imagePullSecrets } = cluster;
  return {
    ...omitUndefined({ nodeSelector, tolerations }),
    ...(imagePullSecrets && { imagePullSecrets: imagePullSecrets.map((name) => ({ name })) }),
  };
};

/** The variables of a generator: the settings of k6, those of the profile, and the credentials of one company. */
const variablesOf = ({ accessHeader, companies }: LoadPlan, { load }: Profile): object[] => [
  { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
  { name: 'K6_NO_USAGE_REPORT', value: 'true' },
  { name: 'K6_AUTO_EXTENSION_RESOLUTION', value: 'false' },
  ...Object.entries(load.cluster?.env ?? {}).map(([name, value]) => ({ name, value })),
  { name: 'SELO_LOAD_PLAN', value: `${scriptFolder}/${planFile}` },
  ...[...new Set([accessHeader.env, ...companies.map(({ tokenEnv }) => tokenEnv)])].map(fromSecret),
];

/** The ConfigMaps with the scripts and the plan, as the files of one folder. */
const scriptSources = (scripts: string, plan: string): object[] => [
  { configMap: { name: scripts, items: scriptFiles().map(({ path }) => ({ key: keyOf(path), path })) } },
  { configMap: { name: plan, items: [{ key: planFile, path: planFile }] } },
];

const testRun = (
  { name, company, plan, generators }: Shard,
  {
    capture,
    scripts,
    journals,
    image,
    outputs,
    profile,
  }: Volumes & { capture: string } & Omit<ManifestOptions, 'runId'>,
): KubernetesObject => ({
  apiVersion: 'k6.io/v1alpha1',
  kind: 'TestRun',
  metadata: { name, annotations: { 'selo/company': company, 'selo/capture': capture } },
  spec: {
    parallelism: generators.count,
    script: { localFile: `${scriptFolder}/${entryScript}` },
    arguments: [
      '--log-format=raw',
      `--console-output=${journalFolder}/journeys.jsonl`,
      ...outputs.map((output) => `--out=${output}`),
    ].join(' '),
    starter: placeOf(profile),
    runner: {
      image,
      ...placeOf(profile),
      automountServiceAccountToken: 'false',
      securityContext: { runAsNonRoot: true, runAsUser: k6User, runAsGroup: k6User, fsGroup: k6User },
      resources: {
        // no CPU limit: throttling would delay the start of journeys
        requests: { cpu: `${generators.cores}`, memory: `${generators.memoryMiB}Mi` },
        limits: { memory: `${generators.memoryMiB}Mi` },
      },
      env: variablesOf(plan, profile),
      volumes: [
        { name: 'selo', projected: { sources: scriptSources(scripts, name) } },
        { name: 'journal', persistentVolumeClaim: { claimName: journals } },
      ],
      volumeMounts: [
        { name: 'selo', mountPath: scriptFolder, readOnly: true },
        { name: 'journal', mountPath: journalFolder, subPathExpr: '$(POD_NAME)' },
      ],
    },
  },
});

const captureOf = ({ capture }: Profile, { script }: LoadRequest): string => {
  if (!followsWebhooks(script)) return 'none: the notifications of these orders are not followed';
  const where = capture?.publicUrl ?? 'not known: capture.publicUrl of the profile says where the platform reaches it';
  return `${where} (register the path that the capture gives this company)`;
};

const introduction = (
  { profile, request, runId }: ManifestOptions,
  shards: readonly Shard[],
  journals: string,
  generators: number,
): string => {
  const { namespace } = profile.load.cluster ?? {};
  const inNamespace = namespace === undefined ? '' : ` --namespace ${namespace}`;
  const variables = new Set(
    shards.flatMap(({ plan }) => [plan.accessHeader.env, ...plan.companies.map(({ tokenEnv }) => tokenEnv)]),
  );
  return [
    `Load run ${runId} of ${profile.name} (${profile.baseUrl}): ${request.script}, ${request.shape},`,
    `up to ${request.rate} journeys a second for ${request.seconds} s, by ${generators} generators.`,
    'Each company is a TestRun of its own, and sees no credential but its own.',
    '',
    'The credentials, from the environment, before anything else:',
    `  kubectl create secret generic ${credentials}${inNamespace} \\`,
    [...variables].map((variable) => `    --from-literal=${variable}="$${variable}"`).join(' \\\n'),
    '',
    'Create these objects when "npx selo load … --external-generators" says that it is listening: it has the notifications come to',
    `its capture, reads what the generators write into the volume ${journals}, and judges the run.`,
  ]
    .flatMap((text) => text.split('\n'))
    .map((line) => `# ${line}`.trimEnd())
    .join('\n')
    .concat('\n');
};

/**
 * The Kubernetes objects of a run with the k6-operator as YAML, and how many generators they start. They name
 * credentials, but contain none. Throws `LoadError` for a target that a cluster cannot load.
 */
export const manifestsOf = (options: ManifestOptions): { text: string; generators: number } => {
  const { profile, request, runId, outputs } = options;
  if (profile.tls) {
    throw new LoadError(
      'The profile has tls, and generators on a cluster do not have its files. Send the load from this machine, or remove tls if the image trusts the certificate of the target.',
    );
  }
  const { hostname } = new URL(profile.baseUrl);
  if (isLoopbackHost(hostname)) {
    throw new LoadError(
      `The base URL ${profile.baseUrl} is the pod itself for a generator on a cluster. Name an address that the cluster reaches with --base-url.`,
    );
  }
  const spaced = outputs.find((output) => /\s/.test(output));
  if (spaced !== undefined) {
    throw new LoadError(`--k6-out "${spaced}": the operator splits arguments at spaces. Leave spaces out.`);
  }
  const volumes = { scripts: `selo-${runId}-scripts`, journals: `selo-${runId}-journals` };
  const shards = shardsOf(options);
  const settings = { ...options, ...volumes, capture: captureOf(profile, request) };
  const objects = [
    scriptMap(volumes.scripts),
    journalClaim(volumes.journals, shards),
    ...shards.flatMap((shard) => [planMap(shard), testRun(shard, settings)]),
  ];
  const { namespace } = profile.load.cluster ?? {};
  const placed = objects.map((object) => ({
    ...object,
    metadata: { ...object.metadata, ...(namespace && { namespace }) },
  }));
  // folded lines would make the scripts unreadable
  const documents = placed.map((object) => new Document(object).toString({ lineWidth: 0 }));
  const generators = shards.reduce((sum, shard) => sum + shard.generators.count, 0);
  return {
    text: [introduction(options, shards, volumes.journals, generators), ...documents].join('---\n'),
    generators,
  };
};
