import type { LoadResult } from '../../core/load-result.ts';
import { pageDocument } from '../../reports/kit/page/document.ts';
import { type Markup, markup, nothing } from '../../reports/kit/page/markup.ts';
import { comparisonSection } from './comparison-section.ts';
import { environmentSection, healthSection } from './environment-section.ts';
import { inBrief, inSeconds } from './figures.ts';
import { companiesSection, notificationsSection, webhooksSection } from './notifications-section.ts';
import { gateSection, objectivesSection } from './objectives-section.ts';
import { requestsSection, rulesSection } from './requests-section.ts';
import { stepsSection } from './steps-section.ts';
import { tiles } from './tiles.ts';
import { drillsSection, timeSection } from './time-section.ts';

const sectionsOf = [
  objectivesSection,
  comparisonSection,
  requestsSection,
  timeSection,
  notificationsSection,
  webhooksSection,
  drillsSection,
  stepsSection,
  companiesSection,
  rulesSection,
  healthSection,
  environmentSection,
];

const headOf = ({ run, plan, target }: LoadResult): Markup => {
  const ran = `${run.script} · ${run.shape} · ${inBrief(plan.rate)} journeys a second for ${inSeconds(plan.seconds)} · seed ${run.seed}`;
  const ended =
    run.ended === 'complete'
      ? nothing
      : markup`<p class="alarm">This run was ${run.ended}${run.endedBy === undefined ? '' : `: ${run.endedBy}`}. Its figures are partial.</p>`;
  return markup`<header><p class="product">Selo load report</p><h1>${target.name}</h1><p class="about">${target.baseUrl}</p><p class="about">${ran} · ${run.startedAt.slice(0, 16).replace('T', ' ')} UTC</p>${ended}</header>`;
};

/**
 * The report of a load run as one HTML page without scripts and requests, and with a strict content security policy.
 * Everything from the target is escaped and made printable.
 */
export const loadPage = (result: LoadResult): string => {
  const sections = sectionsOf.flatMap((section) => section(result));
  const title = `${result.gate.verdict}: ${result.run.script} ${result.run.shape}, ${result.target.name}`;
  const contents = markup`<nav aria-label="Contents"><ul>${sections.map(({ id, title: name }) => markup`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>`;
  const bodies = sections.map(
    ({ id, title: name, body }) =>
      markup`<section aria-labelledby="${id}"><h2 id="${id}">${name}</h2>${body}</section>`,
  );
  return pageDocument(
    title,
    markup`<a class="skip" href="#gate">To the verdict</a>
${headOf(result)}
<main>
${gateSection(result)}
${tiles(result)}
${contents}
${bodies}
</main>
<footer><p>Selo ${result.run.selo} · run ${result.run.id} · the same figures are in result.json</p></footer>`,
  );
};
