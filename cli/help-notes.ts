import { Help } from 'commander';

interface HelpNotes {
  about?: string;
  /** What each command line does. */
  examples?: Readonly<Record<string, string>>;
  /** What each environment variable is for. */
  environment?: Readonly<Record<string, string>>;
  exitCodes: Readonly<Record<number, string>>;
}

const width = 80;

/** The notes below the options in a command's help, wrapped at 80 characters. */
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
