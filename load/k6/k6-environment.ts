/** What every program needs, and what reaches certificates and proxies. */
const ofTheSystem = /^(HOME|PATH|TMPDIR|SYSTEMROOT|SSL_CERT_\w+|HTTPS?_PROXY|NO_PROXY)$/i;

/**
 * The settings of k6 that may come from outside: which outputs there are, how those are reached, how names are resolved,
 * and which addresses of this machine requests leave by. All others are the plan's: `K6_VUS`, `K6_DURATION`,
 * `K6_ITERATIONS` and `K6_STAGES` replace the scenarios, `K6_RPS` slows them, `K6_NO_TEARDOWN` loses the counts.
 */
const ofK6 = /^K6_(OUT|DNS|LOCAL_IPS|(CLOUD|CSV|DATADOG|INFLUXDB|KAFKA|OTEL|PROMETHEUS|STATSD|TIMESCALEDB)_\w+)$/;

/** The prefix by which an output that an extension brings is set: `xk6-elasticsearch=…` by `K6_ELASTICSEARCH_…`. */
const prefixOf = (output: string): string =>
  `K6_${output
    .replace(/=.*/s, '')
    .replace(/^(xk6-)?(output-)?/, '')
    .replaceAll('-', '_')
    .toUpperCase()}_`;

/** What k6 gets of the environment of Selo, with these outputs. */
export const k6Environment = (environment: NodeJS.ProcessEnv, outputs: readonly string[]): NodeJS.ProcessEnv => {
  const prefixes = outputs.map(prefixOf);
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => ofTheSystem.test(name) || ofK6.test(name) || prefixes.some((prefix) => name.startsWith(prefix)),
    ),
  );
};
