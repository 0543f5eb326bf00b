import fc from 'fast-check';
import type { Exchange } from '../../fixtures/exchange.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { parsedJson } from '../../fixtures/reading/parsed-json.ts';
import { type Capability, missingCapabilities } from '../../suites/capability.ts';
import type { CheckContext } from '../../suites/check-context.ts';
import { expectRefusal } from '../../suites/judge/expect.ts';
import { recordKinds, recordUpdates } from '../../suites/records/record-kinds.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { recordOf } from '../arbitraries.ts';
import { property } from '../property.ts';

/** Changes one of the matching places, from the first for 0 to the last for almost 1. */
const oneOf =
  (places: RegExp, instead: string) =>
  (json: string, at: number): string => {
    const chosen = Math.floor(at * [...json.matchAll(places)].length);
    let place = 0;
    return json.replaceAll(places, (found, name: string) =>
      place++ === chosen ? instead.replace('KEY', () => name) : found,
    );
  };

/**
 * Cuts a body after the first character of a token. The place is counted in tokens, because a secret in the body has another
 * length when a stored run is tested again.
 */
const cutShort = (json: string, at: number): string => {
  const tokens = [...json.matchAll(/"(?:[^"\\]|\\.)*"|[^\s":,{}[\]]+|\S/g)];
  return json.slice(0, 1 + (tokens[Math.floor(at * (tokens.length - 1))]?.index ?? 0));
};

const key = /"((?:[^"\\]|\\.)*)":/g;
const laterKey = new RegExp(`,${key.source}`, 'g');

/** Errors that no dialect of JSON allows. */
const malformations = {
  'cut short': cutShort,
  'a key without quotes': oneOf(key, 'KEY:'),
  'an equals sign for a colon': oneOf(key, '"KEY"='),
  'no colon': oneOf(key, '"KEY" '),
  'two commas in a row': oneOf(laterKey, ',,"KEY":'),
  'no comma': oneOf(laterKey, ' "KEY":'),
  'a comma at the beginning': (json: string) => json.replace('{', '{,'),
  'the wrong bracket at the end': (json: string) => `${json.slice(0, -1)}]`,
};
type Malformation = keyof typeof malformations;

const isMalformation = (name: string): name is Malformation => Object.hasOwn(malformations, name);

/** Cuts the body short if the error does not change it, such as a missing comma in a body of one field. */
const malformed = (json: string, how: Malformation, at: number): string => {
  const changed = malformations[how](json, at);
  return parsedJson(changed) === undefined ? changed : cutShort(json, at);
};

/** A write: sends a text as its body, and makes a new well-formed body each time. */
interface Write {
  name: string;
  needs: readonly Capability[];
  prepare(context: CheckContext): Promise<{ body(): object; send(text: string): Promise<Exchange> }>;
}

const writes: readonly Write[] = [
  ...Object.values(recordKinds).map(({ title, needs, creating }) => ({
    name: `creating ${title.toLowerCase()}`,
    needs,
    async prepare(context: CheckContext) {
      const { createPath, fresh } = await creating(context);
      return { body: () => fresh().body, send: (text: string) => context.post(createPath, { text }) };
    },
  })),
  ...Object.values(recordUpdates).map(({ route, needs, given }) => ({
    name: route,
    needs,
    async prepare(context: CheckContext) {
      const { putPath, change } = await given(context);
      return { body: () => change().body, send: (text: string) => context.put(putPath, { text }) };
    },
  })),
];

interface Drawn {
  write: string;
  how: string;
  /** The position of the error, from 0 for the first possible place to 1. */
  at: number;
}

const drawn = (profile: Profile): fc.Arbitrary<Drawn> =>
  recordOf({
    write: fc.constantFrom(
      ...writes.filter(({ needs }) => missingCapabilities(profile, needs).length === 0).map(({ name }) => name),
    ),
    how: fc.constantFrom(...Object.keys(malformations)),
    at: fc.integer({ min: 0, max: 99 }).map((percent) => percent / 100),
  });

export const malformedJson = property({
  id: 'LAW-69',
  text: 'A body that is not valid JSON is refused with 400, whatever the error and wherever it is',
  source: 'Endpoints › Response conventions',
  statements: ['S096', 'S192'],
  level: 'must',
  rules: ['CONV-57', 'CONV-59', 'CONV-62', 'CONV-66', 'CONV-69'],
  needs: ['writes'],
  cases: { quick: 6, full: 30 },
  drawn,
  async holds(context, { write, how, at }) {
    const chosen = writes.find(({ name }) => name === write);
    if (!chosen || !isMalformation(how)) throw new Error(`no such write or malformation: ${write}, ${how}`);
    const { body, send } = await chosen.prepare(context);
    const control = mustBeAccepted(await send(JSON.stringify(body())), `${write} with the well-formed body`);
    const refused = await send(malformed(JSON.stringify(body()), how, at));
    expectRefusal(refused, { status: 400, control });
  },
});
