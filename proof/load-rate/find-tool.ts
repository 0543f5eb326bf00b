import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a tool that is no part of the project: as the environment variable has it, else from PATH; undefined when it is nowhere. */
export const findTool = (variable: string, file: string): string | undefined => {
  const { [variable]: told, PATH = '' } = process.env;
  if (told !== undefined && told !== '') {
    if (!existsSync(told)) throw new Error(`${variable} names ${told}, which is not there`);
    return told;
  }
  return PATH.split(delimiter)
    .map((folder) => join(folder, file))
    .find(existsSync);
};
