import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the folder that holds package.json. */
export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));
