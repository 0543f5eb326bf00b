import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LockedPackage, lockedPackages } from './locked-packages.ts';

const isLicense = (name: string): boolean => /^(licen[cs]e|copying|notice)/i.test(name);

/** Licenses whose text is the same for everyone. */
const sameForAll = ['Apache-2.0'];

const ownText = (root: string, { path }: LockedPackage): string | undefined => {
  const folder = join(root, path);
  if (!existsSync(folder)) return undefined;
  const texts = readdirSync(folder)
    .filter(isLicense)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.length > 0 ? texts.join('\n\n') : undefined;
};

/** Whether a package is the other one's build for some machine, and so has the same license. */
const isBuildOf =
  ({ name, version }: LockedPackage) =>
  ({ version: whole, optionalDependencies = {} }: LockedPackage): boolean =>
    version === whole && name in optionalDependencies;

/**
 * The license of every dependency, with its text; packages with the same text are together. A build for another machine may
 * have only an identifier.
 *
 * @throws `Error` naming every package without an identifier, or that is always installed and has no text.
 */
export const thirdPartyLicenses = (root: string): string => {
  const packages = lockedPackages(root);
  const textOf = (each: LockedPackage): string | undefined => {
    const whole = packages.find(isBuildOf(each));
    const sibling = packages.find(
      (other) => sameForAll.includes(each.license ?? '') && other.license === each.license && ownText(root, other),
    );
    return ownText(root, each) ?? (whole && ownText(root, whole)) ?? (sibling && ownText(root, sibling));
  };
  const texts = new Map(packages.map((each) => [each, textOf(each)]));
  const unlicensed = packages.filter((each) => !each.license || !(each.optional || texts.get(each)));
  if (unlicensed.length > 0) {
    throw new Error(
      `no license is known for ${unlicensed.map(({ name, version }) => `${name} ${version}`).join(', ')}`,
    );
  }
  const groups = Map.groupBy(packages, (each) => JSON.stringify([each.license, texts.get(each)]));
  const parts = [...groups.values()].map((group) => {
    const [first] = group;
    const names = [...new Set(group.map(({ name, version, license }) => `${name} ${version} (${license})`))];
    const text = first && texts.get(first);
    return [...names, '', text ?? 'The text comes with the package, on the machines that it is made for.'].join('\n');
  });
  return `The dependencies of an installed Selo, in the tested versions.\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
};
