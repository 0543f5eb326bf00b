import { asLiteral } from './as-literal.ts';
import type { Answers } from './questions.ts';

/** The name of a company by the position of its token. */
export const companyName = (index: number): string => ['main', 'second', 'third'][index] ?? `company-${index + 1}`;

const otherCompanies = (tokens: readonly string[]): string =>
  tokens.length === 0
    ? `// A second company makes isolation observable.
    // { name: 'second', token: { env: 'SELO_TOKEN_SECOND' } },`
    : tokens
        .map((env, index) => `{ name: ${asLiteral(companyName(index + 1))}, token: { env: '${env}' } },`)
        .join('\n    ');

/** A profile with every key. Those that need a decision are commented out. */
export const profileTemplate = ({
  baseUrl,
  accessHeader,
  accessKey,
  tokens: [token = 'SELO_TOKEN', ...others],
}: Pick<Answers, 'baseUrl' | 'accessHeader' | 'accessKey' | 'tokens'>): string =>
  `// Where the target is, and how it fills what the document leaves open.
// Secrets are never written here: { env: 'NAME' } names the environment variable that holds one.
export default {
  name: 'staging',
  baseUrl: ${asLiteral(baseUrl)},
  // A production target is refused.
  production: false,
  // Without it only rules that read are judged.
  writes: false,
  accessHeader: { name: ${asLiteral(accessHeader)}, value: { env: '${accessKey}' } },

  companies: [
    {
      name: 'main',
      token: { env: '${token}' },
      // Flows exist in the panel only: declare the ones that this company has.
      // flows: [
      //   { trigger: 'completed', step: { kind: 'giftback', percent: 10 }, runMode: 'once-per-order', active: true },
      // ],
      // Users exist in the panel only; a disposable one is deleted by the run.
      // users: { known: { id: '00000000-0000-4000-8000-000000000000', email: 'someone@example.com' }, disposable: [] },
      // The run may register its own receiver while it lasts; what stood there before is put back.
      // webhook: { takeOver: true, restore: { url: 'https://partner.example.com/hook', bearerToken: { env: 'PARTNER_BEARER' } } },
    },
    ${otherCompanies(others)}
  ],

  // Paths and bodies that the document does not show. {slots} are filled by the checks.
  resources: {
    // customers: {
    //   create: { path: '/customers', body: { firstName: '{firstName}', lastName: '{lastName}', phone: '{phone}', email: '{email}', externalId: '{externalId}', address: {} } },
    //   list: '/customers',
    // },
    // products: {
    //   create: { path: '/products', body: { name: '{name}', provider: '{provider}', externalId: '{externalId}' } },
    //   methods: ['GET', 'PUT', 'DELETE'],
    // },
    // stores: false, // the target has none
    // abandonedCarts: false,
    // orders: { body: { customer: { phone: '{phone}', address: {} }, lineItems: [], total: '{total}' }, list: '/orders' },
    // sharedCoupons: { body: {} },
    // webhooks: { body: { url: '{url}' }, idPointer: '/id' },
  },

  // Each # becomes a digit.
  phonePattern: '+55119########',
  // Where the target reaches the capture server: this machine, or one that runs "selo capture".
  // capture: { publicUrl: 'https://capture.example.com', port: 4020 },
  limits: {
    concurrency: 8,
    requestsPerSecond: 20,
    timeoutSeconds: 30,
    // What each property may cost, which tries drawn cases where a rule tries examples.
    // search: { cases: 8, seconds: 60, requests: 1000 },
  },
  // "selo load" sends load to the hosts that are named here alone, at most this many journeys a second.
  // load: {
  //   allowedHosts: [{ host: 'staging.example.com', maxRate: 50 }],
  //   companies: ['main'],
  //   objectives: { latency: { 'POST /orders': { p95: 500, p99: 1500 } }, webhook: { p95: 10_000 }, errorShare: 0.001 },
  //   // For the restart drill.
  //   // restart: { kill: { command: './kill-platform' }, start: { command: './start-platform' } },
  // },
  // A rule that may fail for a while: why, and until when.
  // waivers: [{ rule: 'PAG-2', reason: 'ticket 123', by: 'Ana', until: '2026-12-31' }],
};
`;
