/** The release in `go.mod` of this folder, and in a cluster unless `--image` names another. */
export const k6Version = '2.2.0';

/** The supported releases, in words. */
export const k6Range = '1.1.0 or newer, below 3.0.0';

/** Whether the scripts support this release. They are not tested with prereleases. */
export const isInRange = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+(?:\+\S+)?$/.exec(version) ?? [];
  return major === '2' || (major === '1' && Number(minor) >= 1);
};
