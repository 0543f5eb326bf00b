import type { Command, Option } from 'commander';
import { groupNames } from '../../reports/groups.ts';
import { listedRules } from '../../reports/listed-rules.ts';

/** Commands by name, imported when needed. */
export type LoadedCommands = Readonly<Record<string, () => Promise<Command>>>;

interface CompletedCommand {
  name: string;
  description: string;
  options: { flag: string; description: string; values: readonly string[] }[];
  /** Subcommands, and values of the first argument. */
  words: readonly string[];
}

const ruleIds = listedRules.map(({ id }) => id);
const sectionNames = [...new Set(listedRules.map(({ section }) => section))];

const valuesOf = ({ long, argChoices }: Option): readonly string[] => {
  if (argChoices) return argChoices;
  if (long === '--rule') return ruleIds;
  if (long === '--section') return sectionNames;
  return long === '--group' ? groupNames : [];
};

const inOneLine = (text: string): string => text.replaceAll(/[^\p{L}\p{N} .,;()/-]+/gu, ' ').trim();

const completionOf = (command: Command): CompletedCommand => ({
  name: command.name(),
  description: inOneLine(command.description()),
  options: [
    ...command.options.flatMap((option) =>
      option.long ? [{ flag: option.long, description: inOneLine(option.description), values: valuesOf(option) }] : [],
    ),
    { flag: '--help', description: 'list the options', values: [] },
  ],
  words: [
    ...command.commands.map((each) => each.name()),
    ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices),
    ...(command.name() === 'explain' ? ruleIds : []),
  ],
});

const bash = (all: readonly CompletedCommand[]): string => {
  const cases = all.map(
    ({ name, options, words }) => `    ${name}) words='${[...words, ...options.map(({ flag }) => flag)].join(' ')}' ;;`,
  );
  const values = new Map(
    all.flatMap(({ name, options }) =>
      options.flatMap(({ flag, values: known }) => (known.length > 0 ? [[`${name}:${flag}`, known] as const] : [])),
    ),
  );
  const valueCases = [...values].map(([key, known]) => `    ${key}) words='${known.join(' ')}' ;;`);
  return [
    '_selo() {',
    '  local current="$2" command option="" words="" word',
    `  command="\${COMP_WORDS[@]:1:1}"`,
    '  if ((COMP_CWORD == 1)); then',
    `    words='${all.map(({ name }) => name).join(' ')}'`,
    '  else',
    '    case $command in',
    ...cases.map((line) => `  ${line}`),
    '    esac',
    '    # an option may take several values',
    `    for word in "\${COMP_WORDS[@]:2:$((COMP_CWORD - 2))}"; do`,
    '      case $word in -*) option=$word ;; esac',
    '    done',
    '    if [[ $current != -* ]]; then',
    '      case "$command:$option" in',
    ...valueCases.map((line) => `    ${line}`),
    '      esac',
    '    fi',
    '  fi',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    'complete -o default -F _selo selo',
    '',
  ].join('\n');
};

const fish = (all: readonly CompletedCommand[]): string =>
  `${all
    .flatMap(({ name, description, options, words }) => {
      const within = `-n '__fish_seen_subcommand_from ${name}'`;
      return [
        `complete -c selo -n __fish_use_subcommand -a ${name} -d '${description}'`,
        ...(words.length > 0 ? [`complete -c selo ${within} -a '${words.join(' ')}'`] : []),
        ...options.map(({ flag, description: about, values }) => {
          const known = values.length > 0 ? ` -xa '${values.join(' ')}'` : '';
          return `complete -c selo ${within} -l ${flag.slice(2)} -d '${about}'${known}`;
        }),
      ];
    })
    .join('\n')}\n`;

const powershell = (all: readonly CompletedCommand[]): string => {
  const list = (words: readonly string[]): string => `@(${words.map((word) => `'${word}'`).join(', ')})`;
  const entries = all.map(
    ({ name, options, words }) => `    '${name}' = ${list([...words, ...options.map(({ flag }) => flag)])}`,
  );
  const values = all.flatMap(({ name, options }) =>
    options.flatMap(({ flag, values: known }) => (known.length > 0 ? [`    '${name} ${flag}' = ${list(known)}`] : [])),
  );
  return [
    'Register-ArgumentCompleter -Native -CommandName selo -ScriptBlock {',
    '  param($current, $line)',
    `  $commands = @{\n${entries.join('\n')}\n  }`,
    `  $values = @{\n${values.join('\n')}\n  }`,
    '  $before = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } | Where-Object { $_ -ne $current })',
    '  $option = @($before | Where-Object { $_ -like "--*" })[-1]',
    '  $known = if ($before.Count -eq 0) { $commands.Keys }',
    '    elseif ($current -notlike "-*" -and $values.ContainsKey("$($before[0]) $option")) { $values["$($before[0]) $option"] }',
    '    else { $commands[$before[0]] }',
    '  $known | Where-Object { $_ -like "$current*" } | Sort-Object | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }',
    '}',
    '',
  ].join('\n');
};

const scripts = {
  bash,
  zsh: (all: readonly CompletedCommand[]) => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`,
  fish,
  powershell,
};

/** The script that a shell completes the command line with. */
export const completionScript = async (shell: keyof typeof scripts, commands: LoadedCommands): Promise<string> => {
  const all = await Promise.all(Object.values(commands).map((load) => load()));
  return scripts[shell](all.map(completionOf).toSorted((a, b) => (a.name < b.name ? -1 : 1)));
};
