import { type Behavior, behaviorFrom } from './behavior.ts';
import { SettingsError } from './settings-error.ts';

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
  const publicUrl = optional('SHOP_PUBLIC_URL');
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
    behavior: behaviorFrom(optional('SHOP_FAULT'), optional('SHOP_VARIANT')),
  };
};
