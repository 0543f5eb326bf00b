import type { Company, Profile } from '../../fixtures/profile/profile.ts';
import type { Note } from '../doctor/discovery/notebook.ts';
import type { MissingKey } from '../doctor/missing-keys.ts';
import { asLiteral } from './as-literal.ts';

export interface ProbedProfile {
  profile: Profile;
  notes: readonly Note[];
  /** Keys that the profile lacks, those that block most rules first. */
  missing: readonly MissingKey[];
  /** Records that could not be removed. */
  left: readonly string[];
  date: string;
}

/** Safe for a comment of one line: a target's text may contain anything. */
const inOneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').slice(0, 300);

const comment = (indent: string, text: string): string => `${indent}// ${inOneLine(text)}\n`;

const entry = (indent: string, key: string, value: unknown): string =>
  `${indent}${key}: ${asLiteral(value, indent)},\n`;

/** A likely value, commented out. */
const likelyText = ({ key, likely }: Note, indent: string): string =>
  likely
    ? `${key.replace(/^.*\./, '')}: ${asLiteral(likely)},`
        .split('\n')
        .map((line) => `${indent}// ${line}\n`)
        .join('')
    : '';

const notesOf = (notes: readonly Note[], indent: string, isOf: (key: string) => boolean): string =>
  notes
    .filter(({ key }) => isOf(key))
    .map((note) => {
      const { key, message, isFound } = note;
      return comment(indent, isFound ? message : `missing: ${key}. ${message}`) + likelyText(note, indent);
    })
    .join('');

const companyText = ({ name, token, flows, users, webhook }: Company, notes: readonly Note[]): string => {
  const indent = '      ';
  const written: [string, unknown][] = [
    ['name', name],
    ['token', { env: token.env }],
    ['flows', flows],
    ['users', users],
    ['webhook', webhook && { takeOver: webhook.takeOver }],
  ];
  const lines = written
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => {
      const seen = key === 'flows' ? notesOf(notes, indent, (noted) => noted === `companies[${name}].flows`) : '';
      return seen + entry(indent, key, value);
    });
  const unseen = flows ? '' : notesOf(notes, indent, (noted) => noted === `companies[${name}].flows`);
  return `    {\n${lines.join('')}${unseen}    },\n`;
};

const resourceNames = [
  ...(['customers', 'products', 'stores', 'abandonedCarts', 'orders', 'sharedCoupons', 'coupons', 'users'] as const),
  ...(['couponsConfig', 'webhooks'] as const),
];

const resourcesText = ({ resources }: Profile, notes: readonly Note[]): string =>
  resourceNames
    .map((name) => {
      const seen = notesOf(notes, '    ', (key) => key === `resources.${name}` || key.startsWith(`resources.${name}.`));
      const value = resources[name];
      return seen + (value === undefined ? '' : entry('    ', name, value));
    })
    .join('');

const missingText = (missing: readonly MissingKey[]): string => {
  if (missing.length === 0) return '';
  const lines = missing.map(({ advice, blocked }) => comment('', `${String(blocked).padStart(5)}  ${advice}`));
  return `\n// Keys that are still missing, with the number of rules that cannot be tested without each:\n${lines.join('')}`;
};

/** The file of a probed profile, with the findings as comments. It contains no secret. */
export const writtenProfile = ({ profile, notes, missing, left, date }: ProbedProfile, isTyped: boolean): string => {
  const { name, baseUrl, writes, accessHeader, companies, phonePattern, capture } = profile;
  const captured = capture && Object.fromEntries(Object.entries(capture).filter(([key]) => key !== 'controlToken'));
  const head = comment('', `Written by "selo init" on ${date}. Selo saw these values on the target; comments say how.`);
  const secrets = comment(
    '',
    "Secrets are never written here: { env: 'NAME' } names the environment variable that holds one.",
  );
  return [
    head + secrets,
    left.map((what) => comment('', `Made by "selo init" and still there: ${what}`)).join(''),
    'export default {\n',
    entry('  ', 'name', name),
    entry('  ', 'baseUrl', baseUrl),
    comment('  ', 'A production target is refused.'),
    entry('  ', 'production', false),
    entry('  ', 'writes', writes),
    entry('  ', 'accessHeader', { name: accessHeader.name, value: { env: accessHeader.value.env } }),
    `  companies: [\n${companies.map((company) => companyText(company, notes)).join('')}  ],\n`,
    `  resources: {\n${resourcesText(profile, notes)}  },\n`,
    comment('  ', 'Each # becomes a digit.'),
    notesOf(notes, '  ', (key) => key === 'phonePattern'),
    entry('  ', 'phonePattern', phonePattern),
    captured
      ? comment('  ', 'Where the target reaches the capture server.') +
        notesOf(notes, '  ', (key) => key === 'capture') +
        entry('  ', 'capture', captured)
      : '',
    isTyped ? "} satisfies import('selo').ProfileInput;\n" : '};\n',
    missingText(missing),
  ].join('');
};
