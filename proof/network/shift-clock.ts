/**
 * Has the clock of this process be off by N milliseconds; where `everyMs` is given, it starts right and jumps
 * by as much each time that N milliseconds have passed. What is to read the time must be loaded later, except where it jumps.
 */
export const shiftClock = (shiftMs: number, everyMs?: number): void => {
  const right = Date;
  const rightNow = (): number => right.now();
  const startedMs = performance.now();
  const jumps = (): number => (everyMs === undefined ? 1 : Math.floor((performance.now() - startedMs) / everyMs));
  const now = (): number => rightNow() + jumps() * shiftMs;
  globalThis.Date = new Proxy(right, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  // a clock that jumps does so after the process has begun
  if (everyMs !== undefined) return;
  Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + shiftMs });
};
