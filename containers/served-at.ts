/** Where the commands that serve listen by default. */
const usualPorts: Readonly<Record<string, string>> = { platform: '4010', capture: '4020' };

const optionIn = (option: string, commandLine: readonly string[]): string | undefined => {
  const [value] = commandLine.flatMap((argument, index) => {
    if (argument === option) return commandLine[index + 1] ?? [];
    return argument.startsWith(`${option}=`) ? argument.slice(option.length + 1) : [];
  });
  return value;
};

/**
 * The address at which a command line of Selo serves, as its own machine reaches it; undefined where it does not serve by
 * itself, or on a port that it chooses.
 */
export const servedAt = (commandLine: readonly string[]): string | undefined => {
  const command = commandLine.find((argument) => Object.hasOwn(usualPorts, argument));
  if (command === undefined) return undefined;
  const port = optionIn('--port', commandLine) ?? usualPorts[command];
  const scheme = optionIn('--cert', commandLine) === undefined ? 'http' : 'https';
  return port === '0' ? undefined : `${scheme}://127.0.0.1:${port}/`;
};
