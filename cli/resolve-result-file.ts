import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What a run or a session left in its folder, where a folder is named; else the path as it is. */
export const resolveResultFile = (path: string): string =>
  [join(path, 'result.json'), join(path, 'certificate.json')].find((file) => existsSync(file)) ?? path;
