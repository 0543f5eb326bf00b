/** The release that `go.mod` in this folder pins, and that a cluster gets unless `--image` names another. */
export const k6Version = '2.2.0';

/** The releases that the scripts run on, in words. */
export const k6Range = '1.1.0 or newer, below 3.0.0';

/** Whether the scripts run on this release. A prerelease is refused: nobody tried the scripts with it. */
export const isInRange = (version: string): boolean => {
  const [, major, minor] = /^(\d+)\.(\d+)\.\d+(?:\+\S+)?$/.exec(version) ?? [];
  return major === '2' || (major === '1' && Number(minor) >= 1);
};
