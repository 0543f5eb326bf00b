import { isObject, type JsonObject } from '../../core/json.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';

const asJson = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** Paths of the slots of a template. */
const slotsIn = (template: unknown, at = ''): Map<string, string> => {
  if (typeof template === 'string') return new Map(/^\{\w+\}$/.test(template) ? [[at, template]] : []);
  if (!isObject(template)) return new Map();
  return new Map(Object.entries(template).flatMap(([name, value]) => [...slotsIn(value, `${at}/${name}`)]));
};

/** A run sends this field in stores and carts whether or not their templates have it: the document names it. */
const documentedSlot = { '/externalId': '{externalId}' };

/** Slots that a body has at another place than the owner's, or in another field. */
const wrongSlots = (key: string, ours: unknown, theirs: unknown): string[] => {
  const isIdentified = /\.(stores|abandonedCarts)\./.test(key);
  const own = new Map([...(isIdentified ? Object.entries(documentedSlot) : []), ...slotsIn(theirs)]);
  return [...slotsIn(ours)].flatMap(([at, slot]) => (own.get(at) === slot ? [] : [`${key}: ${slot} at ${at}`]));
};

const wrongResource = (name: string, ours: unknown, theirs: unknown): string[] => {
  if (ours === undefined || theirs === undefined || theirs === false) return [];
  const key = `resources.${name}`;
  const [found, owner] = [asJson(ours), asJson(theirs)];
  const [creation, ownCreation] = [asJson(found.create), asJson(owner.create)];
  const differs = (at: string, one: unknown, other: unknown): string[] =>
    one === undefined || other === undefined || one === other
      ? []
      : [`${key}.${at} is ${String(one)}, not ${String(other)}`];
  return [
    ...differs('list', found.list, owner.list),
    ...differs('create.path', creation.path, ownCreation.path),
    ...(found.create && owner.create ? wrongSlots(`${key}.create.body`, creation.body, ownCreation.body) : []),
    ...(found.body && owner.body ? wrongSlots(`${key}.body`, found.body, owner.body) : []),
    ...differs('idPointer', found.idPointer, owner.idPointer),
  ];
};

/** What a found profile says otherwise than the owner's: paths, fields of bodies, and flows. */
export const wrongIn = (owner: Profile, found: Profile): string[] => [
  ...Object.entries(found.resources).flatMap(([name, ours]) =>
    wrongResource(name, ours, asJson(owner.resources)[name]),
  ),
  ...found.companies.flatMap(({ name, flows = [] }) => {
    const own = owner.companies.find((company) => company.name === name)?.flows ?? [];
    return flows.flatMap((flow) => {
      const alike = own.filter(({ active, trigger }) => active && trigger === flow.trigger);
      const [only] = alike;
      if (alike.length !== 1 || !only) return [`flow on ${flow.trigger} of ${name}: there are ${alike.length}`];
      return Object.entries(only).flatMap(([key, value]) => {
        const ours = asJson(flow)[key];
        const isSame = JSON.stringify(ours) === JSON.stringify(value) || (key !== 'step' && ours === undefined);
        return isSame
          ? []
          : [`${key} of the flow on ${flow.trigger} of ${name}: ${JSON.stringify(ours)}, not ${JSON.stringify(value)}`];
      });
    });
  }),
];
