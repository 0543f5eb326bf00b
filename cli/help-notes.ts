import { Help } from 'commander';

interface HelpNotes {
  /** Sentences about how the command is used. */
  about?: string;
  /** Command lines, each with what it is for. */
  examples?: Readonly<Record<string, string>>;
  /** Variables that the command reads, each with what for. */
  environment?: Readonly<Record<string, string>>;
  exitCodes: Readonly<Record<number, string>>;
}

const width = 80;

/** What stands below the options in a command's help, in lines of 80 characters. */
export const helpNotes = ({ about, examples = {}, environment = {}, exitCodes }: HelpNotes): string => {
  const help = new Help();
  help.prepareContext({ helpWidth: width });
  const list = (title: string, entries: Readonly<Record<string, string>>): string[] => {
    const terms = Object.keys(entries);
    const longest = Math.max(...terms.map((term) => term.length));
    const lines = Object.entries(entries).map(([term, text]) => help.formatItem(term, longest, text, help));
    return terms.length === 0 ? [] : [`${title}:\n${lines.join('\n')}`];
  };
  const shown = Object.entries(examples).map(([line, text]) => `  ${help.boxWrap(text, width - 2)}\n    ${line}`);
  return [
    ...(about === undefined ? [] : [help.boxWrap(about, width)]),
    ...(shown.length === 0 ? [] : [`Examples:\n${shown.join('\n')}`]),
    ...list('Environment', environment),
    ...list('Exit codes', exitCodes),
  ]
    .map((part) => `\n${part}`)
    .join('\n');
};
