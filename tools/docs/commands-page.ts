import type { Argument, Command, Option } from 'commander';
import { commands } from '../../cli/commands.ts';
import { markdownTable } from './markdown-table.ts';

type Described = Pick<Argument & Option, 'description' | 'argChoices' | 'defaultValue'>;

const code = (text: unknown): string => `\`${text}\``;

const meaning = ({ description, argChoices }: Described): string =>
  argChoices ? `${description}: ${argChoices.map(code).join(', ')}` : description;

const usual = ({ defaultValue }: Described): string => (defaultValue === undefined ? '' : code(defaultValue));

const argumentRow = (argument: Argument): string[] => [code(argument.name()), meaning(argument), usual(argument)];

const optionRow = (option: Option): string[] => [
  code(option.flags),
  option.mandatory ? `${meaning(option)} (required)` : meaning(option),
  usual(option),
];

/** The part of a command's help below its options. */
export const notesOf = (command: Command): string => {
  let shown = '';
  command.configureOutput({
    writeOut: (text) => {
      shown += text;
    },
  });
  command.outputHelp();
  return shown.slice(command.helpInformation().length).trim();
};

const table = (heading: string, rows: string[][]): string[] =>
  rows.length === 0 ? [] : [...markdownTable([heading, 'Meaning', 'Default'], rows), ''];

const sectionsOf = (command: Command, parent: string): string[] => {
  const name = `${parent} ${command.name()}`;
  const below = command.commands.flatMap((each) => sectionsOf(each, name));
  // a group of commands does nothing itself
  if (below.length > 0 && command.options.length === 0) return below;
  const description = command.description();
  return [
    `## ${name}`,
    '',
    `${description.charAt(0).toUpperCase()}${description.slice(1)}.`,
    '',
    '```text',
    `${name} ${command.usage()}`,
    '```',
    '',
    ...table('Argument', command.registeredArguments.map(argumentRow)),
    ...table('Option', command.options.filter(({ hidden }) => !hidden).map(optionRow)),
    '```text',
    notesOf(command),
    '```',
    '',
    ...below,
  ];
};

export const commandsPage = async (): Promise<string> => {
  const asked = await Promise.all(Object.values(commands).map((load) => load()));
  return [
    '# Commands',
    '',
    'Made from the definitions of the commands by `npm run docs`; `selo <command> --help` shows the same.',
    '',
    'In a checkout, `npx selo` starts them. The output has no colors if it is not a terminal or `NO_COLOR` is set.',
    'Texts on standard error are for people; with `--json` standard output has the document and nothing else.',
    '`npx vitest run --project suites` judges the same rules in vitest, in the same order; there `SELO_PROFILE` names the profile.',
    '[network.md](network.md) says which variables name proxies and certificates.',
    '',
    ...asked.flatMap((command) => sectionsOf(command, 'selo')),
  ].join('\n');
};
