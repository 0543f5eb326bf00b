import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv, type AnySchemaObject } from 'ajv';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '../../fixtures/test-folder.ts';
import { testWithK6 } from '../../load/k6/test-k6.ts';
import type { LoadPlan } from '../../load/plan.ts';
import type { LoadRequest } from '../../load/run/prepare/prepare-plan.ts';
import { startEmbedded } from '../../platform/embedded/start-embedded.ts';
import { manifestsOf } from './manifest.ts';

const request: LoadRequest = { script: 'webhooks', shape: 'steady', rate: 3_000, seconds: 60, seed: 7, jitter: false };
const image = 'grafana/k6:2.2.0';

await using target = await startEmbedded();
const { secrets } = target;
const profile = { ...target.profile, baseUrl: 'https://platform.example' };
const outputs: string[] = [];
const { text } = manifestsOf({ profile, request, runId: '0f97ff15', image, outputs });

const configMapSchema = z.object({
  kind: z.literal('ConfigMap'),
  metadata: z.object({ name: z.string() }),
  data: z.record(z.string(), z.string()),
});

const items = z.array(z.object({ key: z.string(), path: z.string() }));
const testRunSchema = z.object({
  kind: z.literal('TestRun'),
  metadata: z.object({ name: z.string(), annotations: z.record(z.string(), z.string()) }),
  spec: z.object({
    parallelism: z.number(),
    script: z.object({ localFile: z.string() }),
    arguments: z.string(),
    runner: z.object({
      env: z.array(z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.unknown().optional() })),
      resources: z.object({ requests: z.record(z.string(), z.string()) }),
      volumes: z.array(
        z.object({
          name: z.string(),
          projected: z
            .object({ sources: z.array(z.object({ configMap: z.object({ name: z.string(), items }) })) })
            .optional(),
        }),
      ),
      volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
    }),
  }),
});

const objectsIn = (manifests: string): unknown[] => parseAllDocuments(manifests).map((document) => document.toJS());
const ofKind = <T>(manifests: string, schema: z.ZodType<T>): T[] =>
  objectsIn(manifests).flatMap((object) => {
    const parsed = schema.safeParse(object);
    return parsed.success ? [parsed.data] : [];
  });

const isSchema = (value: unknown): value is AnySchemaObject => typeof value === 'object' && value !== null;

/** The API server drops unknown fields; here they are errors. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isSchema(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return isSchema(schema.properties) && schema.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner;
};

const readSchema = async (): Promise<AnySchemaObject> => {
  const file = new URL('../../load/cluster/testrun-schema.yaml', import.meta.url);
  const schema = closed(parse(await readFile(file, 'utf8')));
  if (!isSchema(schema)) throw new Error('the schema of a TestRun is no schema');
  return schema;
};

/** What the definition of a TestRun has against an object. */
const complaintsAbout = async (object: unknown): Promise<string[]> => {
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { int32: true, int64: true } });
  const validate = ajv.compile(await readSchema());
  validate(object);
  return (validate.errors ?? []).map(({ instancePath, message, params }) =>
    [instancePath, message, params.additionalProperty].filter(Boolean).join(' '),
  );
};

test('the operator’s definition of a TestRun has nothing against those that are written', async () => {
  const testRuns = objectsIn(text).filter((object) => testRunSchema.safeParse(object).success);
  expect(testRuns).toHaveLength(3);
  for (const testRun of testRuns) expect(await complaintsAbout(testRun)).toEqual([]);
});

test.each<[what: string, broken: object, complaint: string]>([
  [
    'an unknown field',
    { parallelism: 1, script: {}, paralellism: 2 },
    '/spec must NOT have additional properties paralellism',
  ],
  [
    'an unknown field of the runner',
    { parallelism: 1, script: {}, runner: { cpu: 1 } },
    '/spec/runner must NOT have additional properties cpu',
  ],
  ['a wrong type', { parallelism: '2', script: {} }, '/spec/parallelism must be integer'],
  [
    'a wrong quantity',
    { parallelism: 1, script: {}, runner: { resources: { requests: { cpu: 'much' } } } },
    '/spec/runner/resources/requests/cpu must match pattern',
  ],
  ['a missing field', { parallelism: 1 }, "/spec must have required property 'script'"],
])('the definition is against %s', async (_, spec, complaint) => {
  const complaints = await complaintsAbout({ apiVersion: 'k6.io/v1alpha1', kind: 'TestRun', metadata: {}, spec });
  expect(complaints).toHaveLength(1);
  expect(complaints[0]).toContain(complaint);
});

test('every company is a part of its own, with its own credential and its share of the rate', () => {
  const testRuns = ofKind(text, testRunSchema);
  expect(testRuns.map(({ metadata }) => metadata.annotations['selo/company'])).toEqual(['main', 'second', 'third']);
  for (const [index, { spec }] of testRuns.entries()) {
    // 1,000 a second each, 500 a core
    expect(spec).toMatchObject({ parallelism: 2 });
    const variables = spec.runner.env.filter(({ valueFrom }) => JSON.stringify(valueFrom)?.includes('secretKeyRef'));
    expect(variables.map(({ name }) => name)).toEqual([
      profile.accessHeader.value.env,
      profile.companies[index]?.token.env,
    ]);
    expect(variables.every(({ value }) => value === undefined)).toBe(true);
  }
  const plans = ofKind(text, configMapSchema).flatMap(({ data }) => data['plan.json'] ?? []);
  for (const [index, plan] of plans.entries()) {
    expect(JSON.parse(plan)).toMatchObject({
      runId: `0f97ff15-${index + 1}`,
      seed: 7,
      scenarios: [{ name: 'warmup' }, { name: 'measure', segments: [{ from: 1_000, to: 1_000, seconds: 60 }] }],
    });
  }
  expect(plans).toHaveLength(3);
});

test('pods go where the profile says, and k6 sends to the outputs', async () => {
  const cluster = {
    namespace: 'load-tests',
    nodeSelector: { pool: 'load' },
    tolerations: [{ key: 'dedicated', operator: 'Exists' as const, effect: 'NoSchedule' as const }],
    imagePullSecrets: ['registry'],
    env: { K6_PROMETHEUS_RW_SERVER_URL: 'http://prometheus:9090' },
  };
  const placed = { ...profile, load: { ...profile.load, cluster } };
  const asked = { profile: placed, request, runId: 'a1', image, outputs: ['experimental-prometheus-rw'] };
  const manifests = manifestsOf(asked).text;
  expect(manifests).toContain('kubectl create secret generic selo-credentials --namespace load-tests');
  for (const object of objectsIn(manifests)) expect(object).toMatchObject({ metadata: { namespace: 'load-tests' } });
  const testRuns = objectsIn(manifests).filter((object) => testRunSchema.safeParse(object).success);
  expect(testRuns).toHaveLength(3);
  const { nodeSelector, tolerations } = cluster;
  const place = { nodeSelector, tolerations, imagePullSecrets: [{ name: 'registry' }] };
  for (const testRun of testRuns) {
    expect(await complaintsAbout(testRun)).toEqual([]);
    expect(testRun).toMatchObject({
      spec: {
        arguments: expect.stringMatching(/ --out=experimental-prometheus-rw$/),
        starter: place,
        runner: {
          ...place,
          env: expect.arrayContaining([{ name: 'K6_PROMETHEUS_RW_SERVER_URL', value: 'http://prometheus:9090' }]),
        },
      },
    });
  }
});

test.each(['http://127.0.0.1:8080', 'http://localhost:3000', 'http://[::1]:80'])('%s is refused', (baseUrl) => {
  const here = { ...profile, baseUrl };
  expect(() => manifestsOf({ profile: here, request, runId: 'a1', image, outputs })).toThrow(
    /is the pod itself.*--base-url/,
  );
});

test('no value of a secret is written', () => {
  for (const { value } of secrets) expect(text).not.toContain(value);
});

test('the objects have legal names and keys, and a size that the API server takes', () => {
  const names = objectsIn(text).map((object) => z.object({ metadata: z.object({ name: z.string() }) }).parse(object));
  for (const { metadata } of names) expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]{0,40}[a-z0-9])?$/);
  for (const { data } of ofKind(text, configMapSchema)) {
    for (const key of Object.keys(data)) expect(key).toMatch(/^[-._a-zA-Z0-9]+$/);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(256 * 1024);
  }
});

test('the capture of a company stands in the manifest where the profile names it, and none where no notification is followed', () => {
  const known = { ...profile, capture: { publicUrl: 'https://capture.example/in/' } };
  const [first] = ofKind(manifestsOf({ profile: known, request, runId: 'a1', image, outputs }).text, testRunSchema);
  expect(first?.metadata.annotations['selo/capture']).toContain('https://capture.example/in/');
  const orders: LoadRequest = { ...request, script: 'orders' };
  const [unfollowed] = ofKind(
    manifestsOf({ profile, request: orders, runId: 'a1', image, outputs }).text,
    testRunSchema,
  );
  expect(unfollowed?.metadata.annotations['selo/capture']).toContain('not followed');
});

testWithK6('k6 finds all that the script needs among the mounted files', async ({ k6: { path: k6 } }) => {
  await using folder = await temporaryFolder();
  const [testRun] = ofKind(text, testRunSchema);
  const maps = new Map(ofKind(text, configMapSchema).map(({ metadata, data }) => [metadata.name, data]));
  const sources = testRun?.spec.runner.volumes.flatMap(({ projected }) => projected?.sources ?? []) ?? [];
  for (const { configMap } of sources) {
    for (const { key, path } of configMap.items) {
      const file = join(folder.path, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, maps.get(configMap.name)?.[key] ?? '');
    }
  }
  const mounted = testRun?.spec.runner.volumeMounts.find(({ name }) => name === 'selo')?.mountPath ?? '';
  const inFolder = (path: string | undefined): string => (path ?? '').replace(mounted, folder.path);
  const plan = inFolder(testRun?.spec.runner.env.find(({ name }) => name === 'SELO_LOAD_PLAN')?.value);
  const script = inFolder(testRun?.spec.script.localFile);
  const arguments_ = testRun?.spec.arguments.replaceAll('/journal', folder.path).split(' ') ?? [];
  // what the operator's initializer does first
  await promisify(execFile)(
    k6,
    [
      'archive',
      script,
      ...[`SELO_LOAD_PLAN=${plan}`, ...secrets.map(({ env }) => `${env}=x`)].flatMap((entry) => ['-e', entry]),
      '-O',
      join(folder.path, 'archive.tar'),
      ...arguments_,
    ],
    { timeout: 20_000 },
  );
  const { users }: LoadPlan = JSON.parse(await readFile(plan, 'utf8'));
  const { stdout } = await promisify(execFile)(
    k6,
    ['inspect', '--execution-requirements', join(folder.path, 'archive.tar')],
    { timeout: 20_000 },
  );
  expect(JSON.parse(stdout)).toMatchObject({ maxVUs: 2 * users, thresholds: {} });
});
