import type { Behavior } from './behavior.ts';
import { isFaultName } from './faults.ts';
import { isVariantName } from './variants.ts';

/** A setting that is missing or wrong. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export interface Settings {
  platform: {
    url: string;
    token: string;
    access: { header: string; key: string };
    timeoutMs: number;
  };
  /** 0: any free port. */
  port: number;
  /** The shop's URL for the platform. Default: `127.0.0.1` with the port on which it listens. */
  publicUrl: string | undefined;
  /** Undefined: the state is lost when the process ends. */
  stateFile: string | undefined;
  /** The pause before the first retry, in milliseconds; each further pause is twice as long. */
  retryPauseMs: number;
  behavior: Behavior;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the settings from environment variables. @throws SettingsError that names the wrong one. */
export const settingsFrom = (environment: Environment): Settings => {
  const optional = (name: string) => environment[name] || undefined;
  const required = (name: string) => {
    const value = optional(name);
    if (value === undefined) throw new SettingsError(`${name} is not set`);
    return value;
  };
  const whole = (name: string, otherwise: number) => {
    const text = optional(name) ?? String(otherwise);
    if (!/^\d+$/.test(text)) throw new SettingsError(`${name} is "${text}" and no whole number`);
    return Number(text);
  };
  const url = (name: string, text: string) => {
    if (!/^https?:$/.test(URL.parse(text)?.protocol ?? '')) throw new SettingsError(`${name} is "${text}" and no URL`);
    return text.replace(/\/+$/, '');
  };
  const listed = <Name extends string>(name: string, isName: (text: string) => text is Name, file: string) => {
    const text = optional(name);
    if (text === undefined || isName(text)) return text;
    throw new SettingsError(`${name} is "${text}", which ${file} does not list`);
  };
  const publicUrl = optional('SHOP_PUBLIC_URL');
  const fault = listed('SHOP_FAULT', isFaultName, 'faults.ts');
  const variant = listed('SHOP_VARIANT', isVariantName, 'variants.ts');
  return {
    platform: {
      url: url('PLATFORM_URL', required('PLATFORM_URL')),
      token: required('PLATFORM_TOKEN'),
      access: { header: required('PLATFORM_ACCESS_HEADER'), key: required('PLATFORM_ACCESS_KEY') },
      timeoutMs: whole('PLATFORM_TIMEOUT_MS', 10_000),
    },
    port: whole('SHOP_PORT', 4100),
    publicUrl: publicUrl && url('SHOP_PUBLIC_URL', publicUrl),
    stateFile: optional('SHOP_STATE'),
    retryPauseMs: whole('SHOP_RETRY_PAUSE_MS', 2000),
    behavior: { fault, is: (name) => name === fault, does: (name) => name === variant },
  };
};
