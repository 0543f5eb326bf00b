import { readdirSync, readFileSync } from 'node:fs';

/** A process as every user of the machine (`arguments`) and its own user (`environment`) can see it. */
export interface SeenProcess {
  arguments: string;
  environment: string;
  /** 1 for what this process has started itself. */
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
        // what stands in brackets is its name, which may hold anything
        const [, parent = ''] = /^\S+ \(.*\) \S (\d+)/s.exec(fileOf(pid, 'stat')) ?? [];
        const [args, environment] = [fileOf(pid, 'cmdline'), fileOf(pid, 'environ')];
        return [{ pid, parent, arguments: args, environment, generation: 0 }];
      } catch {
        // it has ended meanwhile, or is another user's
        return [];
      }
    });

const childrenOf = (parent: Running, all: readonly Running[]): Running[] =>
  all
    // until a new process runs its own program, it shows its parent's
    .filter((each) => each.parent === parent.pid && each.arguments !== parent.arguments && each.arguments !== '')
    .map((each) => ({ ...each, generation: parent.generation + 1 }))
    .flatMap((child) => [child, ...childrenOf(child, all)]);

const lookEveryMs = 5;

/** Looks at all that this process has started, and at what that started, until a promise is settled. Needs Linux. */
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
