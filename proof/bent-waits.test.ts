import { expect, test } from 'vitest';
import { describeVerdict, judgeEmbedded } from './judge-embedded.ts';

const rules: [rule: string, waits: number, bent: number][] = [
  ['DLV-22', 9, 100],
  ['DLV-23', 3, 300],
  ['DLV-24', 12, 2],
];

// as a stall of the machine bends what one look shows
test.for(rules)('%s accuses nobody of %i waits that were bent once', async ([rule, waits, bent]) => {
  let begun = 0;
  const delaySeconds = (attempt: number): number => {
    begun += 1;
    return begun > waits ? 2 ** attempt : bent;
  };
  const verdicts = await judgeEmbedded({ policy: { webhooks: { delaySeconds } } }, ({ id }) => id === rule);
  expect(verdicts.map(describeVerdict)).toEqual([`${rule} · pass`]);
  expect(begun).toBeGreaterThan(waits);
});
