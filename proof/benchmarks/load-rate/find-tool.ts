import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of a tool that is no part of the project: as the environment variable has it, else from PATH; undefined when it is nowhere. */
export const findTool = (variable: string, file: string): string | undefined => {
  const { [variable]: named, PATH = '' } = process.env;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`${variable} names ${named}, which is not there`);
    return named;
  }
  return PATH.split(delimiter)
    .map((folder) => join(folder, file))
    .find(existsSync);
};
