import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** As deep as an unpacked artifact of a job: `<job>/reports/out/<run>`. */
const deepest = 4;

/**
 * The files of a folder, and of those below it, that could be results. Links are not followed. A folder that cannot be
 * listed stands among the files: reading it says why.
 */
export const jsonFilesIn = (folder: string, depth = 0): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory())
        return depth < deepest && entry.name !== 'node_modules' ? jsonFilesIn(path, depth + 1) : [];
      return entry.isFile() && entry.name.endsWith('.json') ? [path] : [];
    });
  } catch {
    return [folder];
  }
};
