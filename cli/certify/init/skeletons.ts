import type { AskedAction } from './asked-actions.ts';
import { phpSkeleton } from './php-skeleton.ts';
import { pythonSkeleton } from './python-skeleton.ts';
import { typescriptSkeleton } from './typescript-skeleton.ts';

/** How hooks are written and started in a language. */
export interface Skeleton {
  file: string;
  command: string;
  /** Starts what lies at this path, with its hooks on this port. */
  args: (path: string, port: number) => string[];
  textOf: (actions: readonly AskedAction[]) => string;
}

export type Language = 'typescript' | 'python' | 'php';

export const skeletons: Readonly<Record<Language, Skeleton>> = {
  typescript: { file: 'hooks.ts', command: 'node', args: (path) => [path], textOf: typescriptSkeleton },
  python: { file: 'hooks.py', command: 'python3', args: (path) => [path], textOf: pythonSkeleton },
  php: {
    file: 'hooks.php',
    command: 'php',
    args: (path, port) => ['-S', `127.0.0.1:${port}`, path],
    textOf: phpSkeleton,
  },
};
