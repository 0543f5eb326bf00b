import type { Certificate } from '../../core/certificate.ts';
import { countedIfAny } from '../../core/counted.ts';
import { type ObligationVerdict, type Standing, standingOf } from '../../core/obligation-verdict.ts';
import type { PartnerAttempt, PartnerCall } from '../../core/partner-record.ts';
import { pageDocument } from '../../reports/kit/page/document.ts';
import { facts, type Markup, markup, nothing, sentenceView, table } from '../../reports/kit/page/markup.ts';
import { evidenceIn } from '../certificate/evidence.ts';
import { hasNoState, isGranted, unseenMusts } from '../certificate/level.ts';
import { neverDoes } from '../certificate/undone-actions.ts';
import { unjudged } from '../obligations/asked.ts';
import { shownEvidence } from '../obligations/judge.ts';
import { inPlays, scenariosIn } from './console-report.ts';
import { refusedRequests } from './refused-requests.ts';

const gateLooks: Record<Certificate['level'], string> = {
  certified: 'pass',
  'certified with remarks': 'inconclusive',
  'not certified': 'fail',
  incomplete: 'invalid',
};

const standings: readonly (readonly [Standing, title: string, about: string])[] = [
  ['fail', 'Fail', 'what the platform’s document requires and this software does not do'],
  ['not-confirmed', 'Unverified: not confirmed', 'broken in one play and in no other'],
  ['warn', 'Warn', 'what the document recommends, or what follows from it, and this software does not do'],
  ['pass', 'Pass', 'seen to hold on every occasion'],
  ['no-occasion', 'Unverified: no occasion', 'the session gave none'],
  ['not-declared', 'Unverified: not declared', 'for software that does more than this one is declared to do'],
];

const evidenceOf = (certificate: Certificate, verdict: ObligationVerdict): Markup => {
  const { calls, attempts, actions, broken, occasions } = verdict;
  const scenarios = broken > 0 ? scenariosIn(certificate, verdict) : [];
  // the page shows the evidence of what was broken, and only that
  const linked = (kind: 'call' | 'notification', numbers: readonly number[]): Markup[] =>
    numbers
      .map((number, index) => {
        const shown = broken > 0 ? markup`<a href="#${kind}-${number}">${number}</a>` : markup`${number}`;
        return index === 0 ? shown : markup`, ${shown}`;
      })
      .concat(numbers.length >= shownEvidence && occasions > shownEvidence ? [markup`, …`] : []);
  const parts = [
    ...(scenarios.length > 0 ? [markup`in ${scenarios.join(', ')}`] : []),
    ...(calls.length > 0 ? [markup`calls ${linked('call', calls)}`] : []),
    ...(attempts.length > 0 ? [markup`notifications ${linked('notification', attempts)}`] : []),
    ...(actions.length > 0 ? [markup`actions ${actions.join(', ')}`] : []),
  ];
  return markup`${parts.map((part, index) => (index === 0 ? part : markup` · ${part}`))}`;
};

/** Why a broken should is only a remark. */
const reasonOf = ({ broken, inferred }: ObligationVerdict): Markup =>
  broken > 0 && inferred !== undefined
    ? markup`<p class="advice">A remark only: ${sentenceView(inferred)}.</p>`
    : nothing;

const obligationsOf = (certificate: Certificate): Markup[] =>
  standings.flatMap(([standing, title, about]) => {
    const verdicts = certificate.verdicts.filter((verdict) => standingOf(verdict) === standing);
    if (verdicts.length === 0) return [];
    const rows = verdicts.map((verdict) => [
      markup`<code>${verdict.id}</code>`,
      verdict.level,
      markup`${sentenceView(verdict.text)}${reasonOf(verdict)}${verdict.seen.map((seen) => markup`<p class="advice">${seen}</p>`)}`,
      verdict.source,
      `${verdict.broken > 0 ? `${verdict.broken} of ${verdict.occasions}` : verdict.occasions}${inPlays(verdict.stability)}`,
      evidenceOf(certificate, verdict),
    ]);
    const columns = [
      { name: 'Obligation' },
      { name: 'Level' },
      { name: 'What the software has to do' },
      { name: 'Section' },
      { name: 'Occasions', isNumber: true },
      { name: 'Evidence' },
    ];
    return [
      markup`<section aria-labelledby="${standing}"><h2 id="${standing}">${title} <small>${verdicts.length} · ${about}</small></h2>${table(title, columns, rows)}</section>`,
    ];
  });

const scenariosOf = ({ session, records }: Certificate): Markup => {
  const evidence = evidenceIn(records);
  const rows = session.scenarios.map(({ name, title, outcome }) => {
    const actions = evidence.actions.filter(({ scenario }) => scenario === name);
    return [
      title,
      outcome,
      actions
        .map(({ action, outcome: how, message = '' }) => (how === 'done' ? action : `${action} (${how}: ${message})`))
        .join(', '),
      evidence.faults.filter(({ scenario }) => scenario === name).length,
    ];
  });
  return markup`<section aria-labelledby="scenarios"><h2 id="scenarios">Scenarios</h2>${table(
    'Scenarios',
    [{ name: 'Scenario' }, { name: 'Outcome' }, { name: 'Actions' }, { name: 'Faults', isNumber: true }],
    rows,
  )}</section>`;
};

/** The most characters of a body on the page. The file has the whole body. */
const maxBodyLength = 600;

const secondsAt = ({ atMs }: PartnerCall | PartnerAttempt): string => `${(atMs / 1000).toFixed(2)} s`;

const answerOf = ({ answer }: PartnerCall | PartnerAttempt): string =>
  'status' in answer ? String(answer.status) : `none (${answer.lost})`;

/** Shows every call and notification that a verdict names, so that an engineer needs no file. */
const evidenceSection = ({ verdicts, records }: Certificate): Markup => {
  const evidence = evidenceIn(records);
  const faulty = verdicts.filter(({ broken }) => broken > 0);
  const calls = new Set(faulty.flatMap((verdict) => verdict.calls));
  const attempts = new Set(faulty.flatMap((verdict) => verdict.attempts));
  if (calls.size + attempts.size === 0) return nothing;
  const rows = [
    ...evidence.calls
      .filter(({ number }) => calls.has(number))
      .map((call) => [
        markup`<span id="call-${call.number}">call ${call.number}</span>`,
        secondsAt(call),
        markup`<code>${call.method} ${call.path}</code>`,
        markup`<code>${call.body.slice(0, maxBodyLength)}</code>`,
        answerOf(call),
      ]),
    ...evidence.attempts
      .filter(({ number }) => attempts.has(number))
      .map((attempt) => [
        markup`<span id="notification-${attempt.number}">notification ${attempt.number}</span>`,
        secondsAt(attempt),
        markup`<code>POST ${attempt.path}</code>`,
        markup`<code>${attempt.body.slice(0, maxBodyLength)}</code>`,
        answerOf(attempt),
      ]),
  ];
  return markup`<section aria-labelledby="evidence"><h2 id="evidence">Evidence of what was broken</h2>${table(
    'Evidence',
    [{ name: 'What' }, { name: 'At' }, { name: 'Request' }, { name: 'Body' }, { name: 'Answer' }],
    rows,
  )}</section>`;
};

/** Counts the obligations that passed, and those without evidence, in sentences. */
const held = ({ verdicts }: Certificate): string => {
  const sentences = (
    [
      ['pass', 'held on every occasion'],
      ['no-occasion', 'had no occasion'],
      ['not-declared', 'concerned capabilities that this software is not declared to have'],
    ] as const
  ).flatMap(([wanted, what]) => {
    const found = verdicts.filter((verdict) => standingOf(verdict) === wanted);
    const musts = found.filter(({ level }) => level === 'must').length;
    const counts = [...countedIfAny(musts, 'must'), ...countedIfAny(found.length - musts, 'should')];
    return counts.length === 0 ? [] : [`${counts.join(' and ')} ${what}`];
  });
  return `${sentences.join('; ')}.`;
};

/** Names the musts that nothing is known of. */
const unseenSection = (certificate: Certificate): Markup => {
  const unseen = unseenMusts(certificate);
  if (unseen.length === 0) return nothing;
  const rows = unseen.map(({ id, text }) => markup`<li><code>${id}</code> ${sentenceView(text)}</li>`);
  return markup`<section aria-labelledby="unseen"><h2 id="unseen">Musts that had no occasion <small>nothing is known of them</small></h2><ul class="log">${rows}</ul></section>`;
};

const listed = (seen: readonly string[]): string => (seen.length > 0 ? seen.join(', ') : 'none');

/** Renders a certificate as one HTML page: first the summary, then the evidence for engineers. */
export const certificatePage = (certificate: Certificate, signedBy: string): string => {
  const { partner, software, undeclared, level, reasons, session, records, validFrom, validUntil, selo, id, policy } =
    certificate;
  const { calls, attempts, faults } = evidenceIn(records);
  const said =
    reasons.length === 0
      ? markup`<p>${held(certificate)}</p>`
      : markup`<ul class="log">${reasons.map((reason) => markup`<li>${sentenceView(reason)}</li>`)}</ul>`;
  return pageDocument(
    `${level}: ${partner.name} ${partner.version}`,
    markup`<header><p class="product">Selo certificate</p><h1>${partner.name} ${partner.version}</h1><p class="about">Partners Integration API · ${partner.capabilities.join(', ')}</p></header>
<main>
<section class="gate ${gateLooks[level]}" aria-labelledby="level"><h2 id="level"><span class="badge">${level}</span></h2>${said}</section>
${unseenSection(certificate)}
<section aria-label="Facts">${facts([
      isGranted(certificate)
        ? ['Valid', `${validFrom.slice(0, 10)} to ${validUntil.slice(0, 10)}`]
        : ['Judged', validFrom.slice(0, 10)],
      [
        'Session',
        `${session.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${session.ended}, seed ${session.seed}, ${records[0]?.timeScale} real seconds per documented second${records.length > 1 ? `, in ${records.length} parts` : ''}`,
      ],
      ['Seen', `${calls.length} calls, ${attempts.length} notifications, ${faults.length} faults`],
      ...(partner.build === undefined ? [] : [['Build, as declared', partner.build] as const]),
      ['User agents seen', listed(software.userAgents)],
      ['Addresses seen', listed(software.addresses)],
      ['Never done, as its hooks say', listed(neverDoes(records))],
      ['Done without being declared', undeclared.length > 0 ? undeclared.join(', ') : 'nothing'],
      ...(hasNoState(certificate)
        ? [['Coupons that it holds', 'not shown: no `state` was read in this session'] as const]
        : []),
      ...(policy === undefined ? [] : [['Musts that may have no occasion', String(policy.unseenMusts)] as const]),
      ['Certificate', id],
      ['Signed with key', signedBy],
    ])}</section>
${obligationsOf(certificate)}
${session.kind === 'observed' ? nothing : scenariosOf(certificate)}
${refusedRequests(certificate)}
${evidenceSection(certificate)}
</main>
<footer><p>No certificate shows ${Object.values(unjudged).join(', or ')}.</p><p>Selo ${selo} · "npx selo verify certificate.json" checks the signature and computes every verdict again from the evidence</p></footer>`,
  );
};
