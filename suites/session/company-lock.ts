/** Many checks share a company's webhook registration. A check that changes it locks out all others. */
export interface CompanyLock {
  /** Resolves with what releases it. */
  share(): Promise<() => void>;
  /** Resolves, once nobody shares it, with what releases it. */
  takeAlone(): Promise<() => void>;
  /** How many have it or wait for it. */
  load(): number;
}

export const companyLock = (): CompanyLock => {
  let sharing = 0;
  let taken = false;
  const waiting: { alone: boolean; start: () => void }[] = [];

  const admit = (): void => {
    for (let next = waiting[0]; next; next = waiting[0]) {
      if (taken || (next.alone && sharing > 0)) return;
      waiting.shift();
      if (next.alone) taken = true;
      else sharing++;
      next.start();
    }
  };

  const enter = (alone: boolean): Promise<() => void> =>
    new Promise((resolve) => {
      let released = false;
      const release = (): void => {
        if (released) return;
        released = true;
        if (alone) taken = false;
        else sharing--;
        admit();
      };
      waiting.push({ alone, start: () => resolve(release) });
      // checks that share go first: one that needs the company alone waits for the longest of them anyway
      waiting.sort((a, b) => Number(a.alone) - Number(b.alone));
      admit();
    });

  return {
    share: () => enter(false),
    takeAlone: () => enter(true),
    load: () => sharing + Number(taken) + waiting.length,
  };
};
