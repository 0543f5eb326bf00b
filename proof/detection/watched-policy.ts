import { isDeepStrictEqual } from 'node:util';
import type { DeepPartial } from '../../platform/overrides.ts';
import { documentedPolicy, type Policy } from '../../platform/policy/policy.ts';

/** Told of each look at a number or a text of the policy, and of each decision with its facts, after it was taken. */
type OnLook = (path: string, decision?: { facts: unknown[]; decided: unknown }) => void;

const isGroup = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isDecision = (value: unknown): value is (...facts: unknown[]) => unknown => typeof value === 'function';

/** The entries that an override replaces, down to single numbers, texts and decisions: their paths with dots. */
export const replacedBy = (override: object, under = ''): [path: string, value: unknown][] =>
  Object.entries(override).flatMap(([key, value]): [string, unknown][] =>
    isGroup(value) ? replacedBy(value, `${under}${key}.`) : [[`${under}${key}`, value]],
  );

/** Whether another decision comes to something else on the same facts. One that throws does. */
export const decidesOtherwise = (
  replacement: unknown,
  { facts, decided }: { facts: unknown[]; decided: unknown },
): boolean => {
  if (!isDecision(replacement)) return true;
  try {
    return !isDeepStrictEqual(replacement(...facts), decided);
  } catch {
    return true;
  }
};

const watch = <Group extends object>(group: Group, under: string, onLook: OnLook): Group => {
  const watched = { ...group };
  for (const [key, value] of Object.entries(group)) {
    const path = `${under}${key}`;
    if (isDecision(value)) {
      const decide = (...facts: unknown[]): unknown => {
        const decided = value(...facts);
        onLook(path, { facts, decided });
        return decided;
      };
      Object.defineProperty(watched, key, { value: decide });
    } else if (isGroup(value)) {
      Object.defineProperty(watched, key, { value: watch(value, `${path}.`, onLook) });
    } else {
      Object.defineProperty(watched, key, {
        get: () => {
          onLook(path);
          return value;
        },
      });
    }
  }
  return watched;
};

/** The documented policy as overrides that change nothing and tell of each look. */
export const watchedPolicy = (onLook: OnLook): DeepPartial<Policy> => {
  const { timeScale: _, edge, ...policy } = watch(documentedPolicy, '', onLook);
  // the target's own pace and the name of its second header stay as they are
  const { header: __, ...admission } = edge;
  return { ...policy, edge: admission };
};
