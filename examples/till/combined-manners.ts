import { type Manners, usualManners } from './manners.ts';

/**
 * The manners of a till that deviates in several ways. What can follow each other does, in the order of the deviations; of
 * decisions that exclude each other, the last one counts.
 */
export const combinedManners = (deviating: readonly Partial<Manners>[]): Manners => {
  const all = deviating.map((manners): Manners => ({ ...usualManners, ...manners }));
  const last: Manners = Object.assign({}, usualManners, ...deviating);
  return {
    ...last,
    call: (call, scene) =>
      all.reduce<ReturnType<Manners['call']>>((sent, manners) => sent && manners.call(sent, scene), call),
    also: (call, reply, scene) => all.flatMap((manners) => manners.also(call, reply, scene)),
    understands: (reply, call) => all.reduce((read, manners) => manners.understands(read, call), reply),
    tries: (reply, call) => (all.length === 0 ? [usualManners] : all).some((manners) => manners.tries(reply, call)),
    startsAfterMs: (task) => Math.max(0, ...all.map((manners) => manners.startsAfterMs(task))),
    takes: (task, scene) => all.reduce((tasks, manners) => tasks.flatMap((each) => manners.takes(each, scene)), [task]),
    names: (kind, scene) => all.map((manners) => manners.names(kind, scene)).find((name) => name !== undefined),
    keeps: (voucher, coupon, scene) => all.reduce((kept, manners) => manners.keeps(kept, coupon, scene), voucher),
    onStart: (scene) => all.flatMap((manners) => manners.onStart(scene)),
  };
};
