import { counted } from '../../core/counted.ts';
import type { ProfileFault, Result } from '../../core/result.ts';
import { brokenWaivers, requiredInWords, waiverMeaning } from '../conclude.ts';
import { describeAdvice } from '../failures/describe-fault.ts';
import { refusedRequestInWords, responseInWords } from '../failures/evidence-in-words.ts';
import {
  cleanUpInWords,
  describeProperties,
  describeSettled,
  keysInWords,
  residueGroups,
} from '../failures/verdict-in-words.ts';
import { type AboutSection, section } from '../kit/page/document.ts';
import { facts, type Markup, markup, table } from '../kit/page/markup.ts';

const list = (items: readonly string[]): Markup =>
  markup`<ul class="log">${items.map((item) => markup`<li>${item}</li>`)}</ul>`;

const waiversSection = ({ waivers }: Result): AboutSection[] => {
  if (waivers.length === 0) return [];
  const rows = waivers.map(({ rule, reason, by = 'nobody is named', until, state }) => [
    markup`<a href="#${rule}">${rule}</a>`,
    markup`<span class="outcome ${state === 'stale' || state === 'expired' ? 'fail' : 'pass'}">${state}</span>`,
    waiverMeaning[state],
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
        ['Request', refusedRequestInWords(refused)],
        ['Response', responseInWords(refused)],
      ])
    : markup`<p>${message}</p>`;
  const held = `${counted(rules.length, 'rule was', 'rules were')} not tested because of it.`;
  return markup`<h3><code>${key}</code></h3>${about}<p class="to-do"><b>What to do</b> ${describeAdvice({ who: 'profile', what: 'correct this key, then run again' })}. ${held}</p>`;
};

/** Sections about trouble that keeps verdicts from being reliable or complete. */
export const troubleSections = (result: Result): AboutSection[] => {
  const { faults, troubles, profileFaults = [], secretsReplaced } = result;
  const required = requiredInWords(result);
  return [
    ...(faults.length > 0 ? [section('faults', 'Faults of the suite itself', list(faults))] : []),
    ...(profileFaults.length > 0
      ? [section('profile', 'Wrong in the profile', profileFaults.map(profileFaultView))]
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
  const total = markup`<p>${cleanUpInWords(residue)}.</p>`;
  if (residue.left.length === 0) return [section('left', 'Left at the target', total)];
  const rows = residueGroups(residue).map(({ kind, why, count, companies, keys }) => [
    ...[kind, count, companies.join(', '), why],
    keysInWords(keys, shownKeys),
  ]);
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

/** Sections about waivers, leftovers and the circumstances of the run. */
export const aboutSections = (result: Result): AboutSection[] => [
  ...(brokenWaivers(result).length > 0 ? [] : waiversSection(result)),
  ...residueSection(result),
  runSection(result),
];
