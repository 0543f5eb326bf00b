import { counted } from '../../core/counted.ts';
import type { StoredDeliveries } from '../../core/deliveries.ts';
import type { AnsweredExchange, StoredExchange } from '../../core/exchange.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { StatementId } from '../../core/statement.ts';
import type { Verdict } from '../../core/verdict.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { percentDecoded } from '../../fixtures/reading/percent-decoded.ts';
import { documented } from '../../suites/documented.ts';
import { groupsOf, impactOf } from '../groups.ts';
import { routeOf } from '../kit/exchange-labels.ts';
import { excerpt, factsIn } from '../kit/printable.ts';
import { type ListedRule, listedRules, ownStatements } from '../listed-rules.ts';
import usualCauses from './usual-causes.json' with { type: 'json' };

const indent = '  ';
const labelWidth = 12;
const fact = factsIn({ indent, labelWidth });

const levels = {
  must: 'must: the document states it plainly; a target that differs fails',
  should: 'should: the document is loose or it is inferred; a target that differs gets a warning',
};

const sentenceOf = (id: StatementId): string => documented[id]?.sentence ?? '';

const howJudged = ({ isPassive, depth, cases }: ListedRule): string => {
  if (cases) return `on ${cases.quick} drawn cases at quick depth, on ${cases.full} at full (or limits.search.cases)`;
  if (isPassive)
    return 'on every exchange of a run, without requests of its own; if selected alone, after all other rules were tried';
  return depth === 'full' ? 'at full depth only: it takes minutes on a real target' : 'at quick and at full depth';
};

const describeNeeds = ({ needs, makes }: ListedRule): string[] => {
  const made = makes ? [`records in the list, which the rule makes where the profile offers: ${makes.join(', ')}`] : [];
  return needs.length + made.length > 0 ? [...needs, ...made] : ['nothing beyond the credentials'];
};

interface NamedRule {
  id: string;
  text: string;
}

/** The explanation of a rule, as data. */
export interface Explanation extends NamedRule {
  section: string;
  groups: readonly string[];
  source: string;
  level: ListedRule['level'];
  /** Why the rule is a `should` although its statement is plain. */
  inferred?: string;
  /** The first one decides the level. */
  statements: { id: string; sentence: string }[];
  /** The impact on partners if the rule fails. */
  impact?: string;
  needs: string[];
  judged: string;
  /** The steps of a simulated run; left out if there was none. */
  tried?: TriedRule;
  /** Each completes the sentence "a platform that …". */
  causes: readonly string[];
  /** The rules that a property extends. */
  standsFor: NamedRule[];
  /** Other rules about the same statements, and the properties that extend the rule. */
  related: NamedRule[];
  run: string[];
}

const named = (rules: readonly ListedRule[]): NamedRule[] => rules.map(({ id, text }) => ({ id, text }));

const causesByRule: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(usualCauses));

/** The nearest first. */
const relatedTo = (rule: ListedRule): ListedRule[] => {
  const own = ownStatements(rule);
  /** The first statement is the subject of a rule; the others may be shared by many. */
  const nearness = (other: ListedRule): number => {
    const shared = ownStatements(other).filter((id) => own.includes(id));
    const isPropertyOf = other.standsFor?.includes(rule.id) ?? false;
    return shared.length + (isPropertyOf || ownStatements(other)[0] === own[0] ? own.length : 0);
  };
  return listedRules
    .filter((other) => other.id !== rule.id && !rule.standsFor?.includes(other.id) && nearness(other) > 0)
    .toSorted((a, b) => nearness(b) - nearness(a));
};

/** Explains a rule: what the document says, how Selo tests it, and what usually breaks it. */
export const explanationOf = (rule: ListedRule, tried?: TriedRule): Explanation => {
  const { id, text, source, level, inferred, section, sectionTitle, depth, standsFor = [] } = rule;
  const alone = `npx selo run --rule ${id}${depth === 'full' ? ' --depth full' : ''}`;
  const impact = impactOf({ rule: id, section });
  return {
    id,
    text,
    section: `${sectionTitle} (${section})`,
    groups: groupsOf(rule),
    source,
    level,
    ...omitUndefined({ inferred }),
    statements: ownStatements(rule).map((statement) => ({ id: statement, sentence: sentenceOf(statement) })),
    ...omitUndefined({ impact }),
    needs: describeNeeds(rule),
    judged: howJudged(rule),
    ...omitUndefined({ tried }),
    causes: causesByRule.get(id) ?? [],
    standsFor: named(listedRules.filter((other) => standsFor.includes(other.id))),
    related: named(relatedTo(rule)),
    run: [alone, `${alone} --profile selo.config.ts`],
  };
};

/** Longer lists are complete with `--json`. */
const maxShown = 10;
const maxLineLength = 160;

const shortened = (lines: readonly string[]): string[] => [
  ...lines.slice(0, maxShown).map((line) => excerpt(line, maxLineLength)),
  ...(lines.length > maxShown ? [`and ${lines.length - maxShown} more: see --json`] : []),
];

/** JSON with one line for each property, so that the end is not cut off. */
const jsonLines = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [excerpt(JSON.stringify(value), maxLineLength)];
  }
  const properties = Object.entries(value).map(([name, held]) => `"${name}": ${JSON.stringify(held)}`);
  const lines = properties.map((line, index) => `  ${line}${index < properties.length - 1 ? ',' : ''}`);
  return ['{', ...shortened(lines), '}'];
};

const describeExample = ({ request, body, status, answer }: ExampleExchange): string[] => [
  excerpt(request, maxLineLength),
  ...(body === undefined ? [] : jsonLines(body)),
  `→ ${status}`,
  ...(answer === undefined ? [] : jsonLines(answer)),
];

const listed = (rules: readonly NamedRule[]): string[] => shortened(rules.map(({ id, text }) => `${id}  ${text}`));

/** The explanation of a rule, for a terminal. */
export const describeExplanation = (explanation: Explanation): string[] => {
  const { id, text, section, groups, source, level, inferred, statements, impact, needs, judged, tried } = explanation;
  const { causes, standsFor, related, run } = explanation;
  return [
    `${id}  ${text}`,
    ...fact('document', ...statements.map((statement) => `${statement.id}  ${statement.sentence}`)),
    ...fact('source', source),
    ...fact('level', levels[level], ...(inferred === undefined ? [] : [`not a must: ${inferred}`])),
    ...(impact === undefined ? [] : fact('impact', impact)),
    ...fact('how', ...shortened(tried?.steps ?? [])),
    ...(tried?.example ? fact('example', ...describeExample(tried.example)) : []),
    ...fact('causes', ...shortened(causes.map((cause) => `the platform ${cause}`))),
    ...fact('section', section),
    ...fact('groups', groups.join(', ')),
    ...fact('stands for', ...listed(standsFor)),
    ...fact('related', ...listed(related)),
    ...fact('needs', ...needs),
    ...fact('judged', judged),
    ...fact('run it', ...run),
    ...(standsFor.length > 0
      ? fact('repeat it', `${run[0]} --seed N --path P, as the report of a broken case says`)
      : []),
  ];
};

const maxNamed = 8;

const standingFor = ({ statements, standsFor = statements }: ListedRule): string =>
  standsFor.length > maxNamed ? `${standsFor.length} rules` : standsFor.join(' ');

/** The catalogue by section, one line for each rule. */
export const listRules = (rules: readonly ListedRule[]): string[] =>
  [...Map.groupBy(rules, ({ section }) => section)].flatMap(([section, own]) => [
    `${own[0]?.sectionTitle} (${section})`,
    ...own.map(
      (rule) => `${indent}${rule.id.padEnd(labelWidth)}${rule.level.padEnd(8)}${rule.text}  [${standingFor(rule)}]`,
    ),
  ]);

/** One request with its answer. */
export interface ExampleExchange {
  /** Method, path and query. */
  request: string;
  body?: unknown;
  status: number;
  /** The body of the answer; a string if it is not JSON. */
  answer?: unknown;
}

export interface TriedRule {
  /** The requests in order, each with what its answer must be. */
  steps: string[];
  example?: ExampleExchange;
}

const expectedOf = ({ assertions }: Pick<StoredExchange, 'assertions'>): string => {
  const said = assertions.map(({ pointer, expected }) => `${pointer}: ${expected}`);
  return said.length === 0 ? '' : `; expects ${[...new Set(said)].join(', ')}`;
};

/** The query as a reader sees it. */
const decodedQuery = ({ path }: StoredExchange['request']): string => {
  const [, query] = path.split('?');
  return query === undefined ? '' : `?${percentDecoded(query.replaceAll('+', ' '))}`;
};

const stepOf = (exchange: StoredExchange, company: string): string => {
  const { request } = exchange;
  const answer = 'status' in exchange ? exchange.status : `no answer (${exchange.lost})`;
  const where = exchange.company === company ? '' : ` in company ${exchange.company}`;
  return `${routeOf(request)}${decodedQuery(request)}${where} → ${answer}${expectedOf(exchange)}`;
};

/** Joins equal consecutive steps. */
const joined = (steps: readonly string[]): string[] => {
  const runs: { step: string; times: number }[] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last?.step === step) last.times++;
    else runs.push({ step, times: 1 });
  }
  return runs.map(({ step, times }) => (times === 1 ? step : `${step} (${times} times)`));
};

const notificationsStep = ({ about, attempts, assertions }: StoredDeliveries): string => {
  const what = about.kind === 'coupon' ? 'a coupon' : 'an order';
  const times = counted(attempts.length, 'attempt');
  return `notifications of ${what} → ${times}${expectedOf({ assertions })}`;
};

const exampleOf = (exchanges: readonly StoredExchange[]): ExampleExchange | undefined => {
  const answered = exchanges.filter((exchange): exchange is AnsweredExchange => 'status' in exchange);
  const shown = answered.find(({ assertions }) => assertions.length > 0) ?? answered.at(-1);
  if (!shown) return undefined;
  const { request, status, text } = shown;
  return {
    request: `${request.method} ${request.path}`,
    ...(request.body === undefined ? {} : { body: parsedJson(request.body) ?? request.body }),
    status,
    ...(text === '' ? {} : { answer: parsedJson(text) ?? text }),
  };
};

/** The steps of a rule, from one of its verdicts. */
export const describeTry = ({ exchanges, deliveries }: Pick<Verdict, 'exchanges' | 'deliveries'>): TriedRule => {
  const sent = exchanges.toSorted((a, b) => a.number - b.number);
  const company = sent[0]?.company ?? '';
  const example = exampleOf(sent);
  return {
    steps: joined([...sent.map((exchange) => stepOf(exchange, company)), ...deliveries.map(notificationsStep)]),
    ...omitUndefined({ example }),
  };
};
