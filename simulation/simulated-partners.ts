import { readFileSync } from 'node:fs';
import { type PartnerConfig, partnerConfigSchema } from '../certify/partner-config.ts';
import type { Access } from '../certify/stage/access.ts';
import { settingsFrom as shopSettingsFrom } from '../examples/shop/settings.ts';
import { createShop } from '../examples/shop/shop.ts';
import { memoryStorage } from '../examples/shop/state.ts';
import type { Surroundings } from '../examples/shop/surroundings.ts';
import { settingsFrom as tillSettingsFrom } from '../examples/till/settings.ts';
import type { TillAnswer } from '../examples/till/shift.ts';
import { memoryJournal } from '../examples/till/surroundings.ts';
import type { TillRequest } from '../examples/till/till.ts';
import { createTills } from '../examples/till/tills.ts';

/** A sample partner's software in the process of the simulation. */
export interface SimulatedSoftware {
  answer(request: TillRequest): Promise<TillAnswer>;
  stop(): void;
}

/** A sample partner that can be certified without connections. */
export interface SimulatedPartner {
  config: PartnerConfig;
  open(access: Access, surroundings: Surroundings, environment: Readonly<Record<string, string>>): SimulatedSoftware;
}

export const softwareUrl = 'http://partner.simulated';
/** Triggers of software that is already running and configured by hand. */
const triggers = { kind: 'http', url: `${softwareUrl}/hooks` } as const;

const platformOf = (access: Access): Record<string, string> => ({
  PLATFORM_URL: access.baseUrl,
  PLATFORM_TOKEN: access.token.value,
  PLATFORM_SECOND_TOKEN: access.secondToken?.value ?? '',
  PLATFORM_ACCESS_HEADER: access.accessHeader,
  PLATFORM_ACCESS_KEY: access.accessKey.value,
});

/** The partner file of an example, for software that runs already. */
const declaredBy = (example: 'shop' | 'till'): PartnerConfig => {
  const file = new URL(`../examples/${example}/partner.json`, import.meta.url);
  const { start: _, ...declared } = partnerConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  return { ...declared, triggers };
};

export const simulatedShop: SimulatedPartner = {
  config: declaredBy('shop'),
  open: (access, surroundings, environment) =>
    createShop({
      settings: shopSettingsFrom({
        ...platformOf(access),
        PLATFORM_TIMEOUT_MS: '2000',
        SHOP_RETRY_PAUSE_MS: '20',
        ...environment,
      }),
      surroundings,
      storage: memoryStorage(surroundings),
      webhookUrl: `${softwareUrl}/webhook`,
      note: () => {},
    }),
};

export const simulatedTill: SimulatedPartner = {
  config: declaredBy('till'),
  open: (access, surroundings, environment) =>
    createTills({
      settings: tillSettingsFrom({
        ...platformOf(access),
        TILL_TIMEOUT_MS: '2000',
        TILL_PAUSE_MS: '20',
        ...environment,
      }),
      surroundings,
      openJournal: memoryJournal,
      receiverUrl: `${softwareUrl}/notices`,
      note: () => {},
    }),
};
