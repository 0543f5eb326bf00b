import { expect, test } from 'vitest';
import { k6Environment } from './start-k6.ts';

const all = (names: readonly string[]): Record<string, string> => Object.fromEntries(names.map((name) => [name, '1']));

test('k6 inherits settings of outputs, DNS and addresses', () => {
  const given = all([
    ...['K6_OUT', 'K6_PROMETHEUS_RW_SERVER_URL', 'K6_OTEL_SERVICE_NAME', 'K6_INFLUXDB_ADDR', 'K6_CLOUD_TOKEN'],
    ...['K6_STATSD_ADDR', 'K6_CSV_FILENAME', 'K6_DNS', 'K6_LOCAL_IPS', 'PATH', 'https_proxy', 'SSL_CERT_FILE'],
  ]);
  expect(k6Environment(given, [])).toEqual(given);
});

test('k6 does not inherit settings that change the plan', () => {
  const kept = all([
    ...['K6_VUS', 'K6_DURATION', 'K6_ITERATIONS', 'K6_STAGES', 'K6_RPS', 'K6_MIN_ITERATION_DURATION', 'K6_PAUSED'],
    ...['K6_NO_SETUP', 'K6_NO_TEARDOWN', 'K6_NO_THRESHOLDS', 'K6_NO_SUMMARY', 'K6_SUMMARY_MODE', 'K6_CONFIG'],
    ...['K6_EXECUTION_SEGMENT', 'K6_LINGER', 'K6_LOG_OUTPUT', 'K6_CONSOLE_OUTPUT', 'K6_SYSTEM_TAGS', 'K6_HOSTS'],
    ...['K6_NO_CONNECTION_REUSE', 'K6_INSECURE_SKIP_TLS_VERIFY', 'K6_BINARY_PROVISIONING', 'K6_THROW', 'K6_BATCH'],
    ...['K6_', 'K6_OUTER', 'MY_K6_OUT', 'SELO_K6'],
  ]);
  expect(k6Environment(kept, ['json=a', 'experimental-prometheus-rw', 'opentelemetry'])).toEqual({});
});

test("k6 inherits the settings of an extension's output", () => {
  const given = all(['K6_ELASTICSEARCH_URL', 'K6_DYNATRACE_URL', 'K6_MY_STORE_URL', 'K6_OTHER_URL']);
  expect(Object.keys(k6Environment(given, ['xk6-elasticsearch=a=b', 'output-dynatrace', 'my-store']))).toEqual([
    ...['K6_ELASTICSEARCH_URL', 'K6_DYNATRACE_URL', 'K6_MY_STORE_URL'],
  ]);
});
