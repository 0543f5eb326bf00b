import { counted } from '../../core/counted.ts';
import type { JudgedWaiver, ProfileFault, Result } from '../../core/result.ts';
import { describeAdvice } from '../failures/advice.ts';
import { describeProperties } from '../failures/describe-search.ts';
import { describeSettled } from '../failures/describe-settled.ts';
import { answerIn, sentIn } from '../failures/profile-fault.ts';
import { reasonKind } from '../failures/reason-kind.ts';
import { brokenWaivers } from '../judge-waivers.ts';
import { type Markup, markup } from '../kit/page/markup.ts';
import { facts, table } from '../kit/page/table.ts';
import { requiredInWords } from '../requirements.ts';

/** A part of the page that the contents name. */
export interface AboutSection {
  /** Of its heading. */
  id: string;
  title: string;
  body: Markup;
}

const section = (id: string, title: string, body: Markup): AboutSection => ({
  ...{ id, title },
  body: markup`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${body}</section>`,
});

const list = (items: readonly string[]): Markup =>
  markup`<ul class="log">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

const waiverStates: Record<JudgedWaiver['state'], string> = {
  applied: 'covers a fault of this run',
  idle: 'its rule was not judged',
  stale: 'its rule holds now: take it out of the profile',
  expired: 'its date is over: have the rule met, or renew the date in the profile',
};

const waiversSection = ({ waivers }: Result): AboutSection[] => {
  if (waivers.length === 0) return [];
  const rows = waivers.map(({ rule, reason, by = 'nobody is named', until, state }) => [
    markup`<a href="#${rule}">${rule}</a>`,
    markup`<span class="outcome ${state === 'stale' || state === 'expired' ? 'fail' : 'pass'}">${state}</span>`,
    waiverStates[state],
    by,
    until,
    reason,
  ]);
  const columns = ['Rule', 'State', 'What it means', 'Who', 'Until', 'Reason'].map((name) => ({ name }));
  return [section('waivers', 'Waivers', table('Each waiver', columns, rows))];
};

const profileFaultView = ({ key, message, refused, rules }: ProfileFault): Markup => {
  const about = refused
    ? facts([
        ['Request', sentIn(refused)],
        ['Response', answerIn(refused)],
      ])
    : markup`<p>${message}</p>`;
  const held = `${counted(rules.length, 'rule was', 'rules were')} not tested for it.`;
  return markup`<h3><code>${key}</code></h3>${about}<p class="to-do"><b>What to do</b> ${describeAdvice({ who: 'profile', what: 'correct this key, then run again' })}. ${held}</p>`;
};

/** What someone must fix before the verdicts can be read, or read in full. */
export const troubleSections = (result: Result): AboutSection[] => {
  const { faults, troubles, profileFaults = [], secretsReplaced } = result;
  const required = requiredInWords(result);
  return [
    ...(faults.length > 0 ? [section('faults', 'Faults of the suite itself', list(faults))] : []),
    ...(profileFaults.length > 0
      ? [section('profile', 'Wrong in the profile', markup`${profileFaults.map(profileFaultView)}`)]
      : []),
    ...(required.length > 0 ? [section('required', 'Required, but not judged', list(required))] : []),
    ...(troubles.length > 0 ? [section('troubles', 'Trouble at the target', list(troubles))] : []),
    ...(secretsReplaced > 0
      ? [
          section(
            'secrets',
            'Secrets',
            markup`<p class="alarm">${secretsReplaced} secrets were about to be written and have been replaced by their names.</p>`,
          ),
        ]
      : []),
    ...(brokenWaivers(result).length > 0 ? waiversSection(result) : []),
  ];
};

const shownKeys = 6;

const residueSection = ({ residue }: Result): AboutSection[] => {
  if (!residue) return [];
  const { created, removed, left } = residue;
  const total = markup`<p>${created} records of this run were there, ${removed} removed and seen to be gone, ${left.length} left.</p>`;
  if (left.length === 0) return [section('left', 'Left at the target', total)];
  const rows = [...Map.groupBy(left, ({ kind, why }) => `${kind}: ${reasonKind(why)}`).values()].map((alike) => {
    const keys = alike.flatMap(({ key }) => (key === undefined ? [] : [key]));
    const more = keys.length > shownKeys ? ` and ${keys.length - shownKeys} more` : '';
    const companies = [...new Set(alike.map(({ company }) => company))].join(', ');
    return [
      alike[0]?.kind ?? '',
      alike.length,
      companies,
      alike[0]?.why ?? '',
      keys.slice(0, shownKeys).join(', ') + more,
    ];
  });
  const columns = [
    { name: 'Kind' },
    { name: 'Left', isNumber: true },
    { name: 'Company' },
    { name: 'Why' },
    { name: 'Which' },
  ];
  return [section('left', 'Left at the target', markup`${total}${table('What is left, by kind', columns, rows)}`)];
};

const runSection = (result: Result): AboutSection => {
  const { run, target, suite } = result;
  const searches = describeProperties(result).map((line) => line.trim());
  const settled = describeSettled(result);
  return section(
    'run',
    'The run',
    markup`${facts([
      ['Run', run.id],
      ['Started', run.startedAt],
      ['Ended', run.endedAt],
      ['Depth', run.depth],
      ['Seed', run.seed],
      ...(run.path === undefined ? [] : [['Path', run.path] as const]),
      ['Requests', run.requests],
      ['Selo', suite.version],
      ['Target', target.name],
      ['Base URL', target.baseUrl],
      ['A documented second', target.timeScale === 1 ? 'a second' : `${target.timeScale} s`],
    ])}${searches.length > 0 ? markup`<h3>Properties</h3>${list(searches)}` : ''}${settled.length > 0 ? markup`<h3>Changes that show late</h3>${list(settled)}` : ''}`,
  );
};

/** What is read once: waivers, what is left behind, and the circumstances. */
export const aboutSections = (result: Result): AboutSection[] => [
  ...(brokenWaivers(result).length > 0 ? [] : waiversSection(result)),
  ...residueSection(result),
  runSection(result),
];
