/** Limits the entries per key at the same time. `enter` resolves with the function to call on leaving. */
export interface Turnstile {
  enter(key: string): Promise<() => void>;
}

export function createTurnstile(maxInside: number): Turnstile {
  const inside = new Map<string, number>();
  const waiting = new Map<string, (() => void)[]>();

  const leave = (key: string) => {
    const next = waiting.get(key)?.shift();
    if (next !== undefined) return next();
    waiting.delete(key);
    const left = (inside.get(key) ?? 1) - 1;
    if (left === 0) inside.delete(key);
    else inside.set(key, left);
  };

  return {
    async enter(key) {
      const count = inside.get(key) ?? 0;
      if (count < maxInside) inside.set(key, count + 1);
      else {
        const { promise, resolve } = Promise.withResolvers<void>();
        const queue = waiting.get(key);
        if (queue === undefined) waiting.set(key, [resolve]);
        else queue.push(resolve);
        await promise;
      }
      return () => leave(key);
    },
  };
}
