import { expect, test } from 'vitest';
import { statementCount } from '../../core/statement.ts';
import type { Profile } from '../../fixtures/profile/profile.ts';
import { profileAsJson } from '../../fixtures/profile/profile-as-json.ts';
import { profileSchema } from '../../fixtures/profile/schema.ts';
import { embeddedProfile } from '../../platform/embedded/start-embedded.ts';
import { choices, drawTarget } from './target.ts';

const seeds = Array.from({ length: 100 }, (_, index) => index + 1);

const profileOf = (seed: number): Profile => {
  const target = drawTarget(seed);
  const companies = (target.world().platform?.companies ?? []).map(({ name, token = '' }, index) => ({
    id: `company-${index}`,
    name,
    token,
    flows: [],
    users: [],
  }));
  const described = embeddedProfile({ baseUrl: 'http://127.0.0.1', accessKey: 'k', companies }, {}, 1);
  return target.profile(described);
};

test('each profile is one that an owner may write', () => {
  for (const seed of seeds) {
    const written: unknown = JSON.parse(profileAsJson(profileOf(seed)));
    expect([seed, profileSchema.safeParse(written).error?.message]).toEqual([seed, undefined]);
  }
});

test('one seed draws one target', () => {
  const reported = (seed: number): string => JSON.stringify([drawTarget(seed).drawn, profileOf(seed)]);
  for (const seed of seeds.slice(0, 20)) expect(reported(seed)).toBe(reported(seed));
  expect(new Set(seeds.map(reported)).size).toBe(seeds.length);
});

test('every way of every choice is drawn now and then', () => {
  const drawn = new Set(Array.from({ length: 300 }, (_, index) => drawTarget(index + 1).drawn).flat());
  const ways = choices.flatMap(({ name, ways: each }) => Object.keys(each).map((way) => `${name}: ${way}`));
  expect(ways.filter((way) => !drawn.has(way))).toEqual([]);
});

test('every choice names the statements that leave it open', () => {
  for (const { name, open } of choices) {
    const named = open.match(/S\d{3}/g) ?? [];
    const unknown = named.filter((id) => Number(id.slice(1)) > statementCount);
    expect([name, named.length > 0, unknown]).toEqual([name, true, []]);
  }
});
