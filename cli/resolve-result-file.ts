import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The result or certificate in a folder; any other path as it is. */
export const resolveResultFile = (path: string): string =>
  [join(path, 'result.json'), join(path, 'certificate.json')].find((file) => existsSync(file)) ?? path;
