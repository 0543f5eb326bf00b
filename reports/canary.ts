import type { Secret } from '../fixtures/profile/secret.ts';

/** Shorter values occur by chance in any file. */
const shortest = 8;

/** The characters of a base64 text that depend on these bytes alone, for each way they may lie among others. */
const base64Cores = (value: string): string[] => {
  const bytes = Buffer.from(value);
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    return [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
};

const lowerCaseEscapes = (text: string): string => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const formsOf = (value: string): string[] => {
  const inUrl = encodeURIComponent(value);
  const encoded = [value, inUrl, lowerCaseEscapes(inUrl), inUrl.replaceAll('%20', '+'), ...base64Cores(value)];
  const escaped = encoded.map(inJson);
  // some write a slash as \/ in JSON
  const inBody = [...encoded, ...escaped, ...escaped.map((form) => form.replaceAll('/', '\\/'))];
  // our files are JSON, and the bodies in them are JSON too
  return [...new Set([...inBody, ...inBody.map(inJson)])];
};

interface Swept {
  clean: string;
  /** Occurrences that were replaced. */
  replaced: number;
}

/**
 * Searches the text of a file for the secrets of a run, in whatever form, and replaces them by their names. JSON stays
 * JSON. Secrets of fewer than eight characters are not searched for.
 */
export const canaryFor = (secrets: readonly Secret[]): ((text: string) => Swept) => {
  const forms = secrets
    .filter(({ value }) => value.length >= shortest)
    .flatMap(({ env, value }) => formsOf(value).map((form) => ({ form, mark: `«${env}»` })))
    .toSorted((a, b) => b.form.length - a.form.length);

  return (text) => {
    let clean = text;
    let replaced = 0;
    for (const { form, mark } of forms) {
      if (!clean.includes(form)) continue;
      const pieces = clean.split(form);
      replaced += pieces.length - 1;
      clean = pieces.join(mark);
    }
    return { clean, replaced };
  };
};
