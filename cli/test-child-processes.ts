import { readdirSync, readFileSync } from 'node:fs';

/** A process: every user can see its `arguments`, its own user also its `environment`. */
export interface SeenProcess {
  arguments: string;
  environment: string;
  /** 1 for direct children of this process. */
  generation: number;
}

interface Running extends SeenProcess {
  pid: string;
  parent: string;
}

const fileOf = (pid: string, name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1');

const running = (): Running[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        // the name in brackets may contain anything
        const [, parent = ''] = /^\S+ \(.*\) \S (\d+)/s.exec(fileOf(pid, 'stat')) ?? [];
        const [args, environment] = [fileOf(pid, 'cmdline'), fileOf(pid, 'environ')];
        return [{ pid, parent, arguments: args, environment, generation: 0 }];
      } catch {
        // the process has ended, or belongs to another user
        return [];
      }
    });

const childrenOf = (parent: Running, all: readonly Running[]): Running[] =>
  all
    // a new process shows its parent's arguments until it runs its own program
    .filter((each) => each.parent === parent.pid && each.arguments !== parent.arguments && each.arguments !== '')
    .map((each) => ({ ...each, generation: parent.generation + 1 }))
    .flatMap((child) => [child, ...childrenOf(child, all)]);

const lookEveryMs = 5;

/** Observes all descendants of this process until a promise settles. Needs Linux. */
export const childProcessesDuring = async (promise: Promise<unknown>): Promise<SeenProcess[]> => {
  const seen = new Map<string, SeenProcess>();
  const looking = setInterval(() => {
    const all = running();
    const own = all.find(({ pid }) => pid === String(process.pid));
    for (const each of own ? childrenOf(own, all) : []) seen.set(`${each.pid} ${each.arguments}`, each);
  }, lookEveryMs);
  try {
    await promise;
  } finally {
    clearInterval(looking);
  }
  return [...seen.values()];
};
