import { expect, test } from 'vitest';
import { askedRecord } from '../../certify/obligations/test-records/test-asked-records.ts';
import { unkept } from '../../certify/obligations/test-records/test-record.ts';
import { testRecord } from '../../certify/obligations/test-records/test-whole-record.ts';
import { rewritings } from './rewritings.ts';

test.each(Object.entries(rewritings))('nothing is broken by a session rewritten with %s', (_, rewriting) => {
  expect(unkept(testRecord(rewriting()))).toEqual([]);
  expect(unkept(askedRecord(rewriting()))).toEqual([]);
});
