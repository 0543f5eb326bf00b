import { brasiliaMinutes, type DatePlace } from '../policy/dates.ts';
import type { World } from '../world.ts';
import type { Instant } from './instant.ts';

/** Reads a date in a place by the policy and the choices. */
export function readDateIn({ policy, choices }: World, place: DatePlace, text: string): Instant | undefined {
  const { zoneMinutes, slashForm, read } = policy.dates;
  const slashZone = choices.dates.slashZone === 'utc' ? 0 : brasiliaMinutes;
  const { slashDayAbove12 } = choices.dates;
  return read(text, { ...zoneMinutes[place], slashForm, slashZone, slashDayAbove12 }, place);
}
