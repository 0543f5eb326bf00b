import type { EmbeddedOptions } from '../../platform/embedded/start-embedded.ts';
import { allDefects } from '../../suites/all-defects.ts';
import type { Fault } from './fault.ts';

/** Some rules of every kind, so that a fault meets reads, writes, lists, dates, refusals, races and notifications. */
const rules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: [
    ...['AUTH-1', 'AUTH-2', 'AUTH-10', 'AUTH-13', 'ISO-2', 'ISO-10', 'ISO-17'],
    ...['CONV-2', 'CONV-9', 'CONV-15', 'CONV-24', 'CONV-28', 'CONV-31', 'CONV-38', 'CONV-57', 'CONV-76'],
    ...['ERR-1', 'ERR-5', 'ERR-6', 'PROD-3', 'PROD-6', 'CUST-13', 'ORD-6', 'ORD-17', 'ORD-26', 'USER-2', 'CONF-1'],
    ...['PAG-1', 'PAG-3', 'PAG-4', 'PAG-8', 'PAG-9', 'PAG-12', 'DATE-1', 'DATE-3', 'DATE-7', 'DATE-11', 'DATE-12'],
    ...['COUP-2', 'COUP-3', 'SHARED-4', 'FLOW-1', 'FLOW-6', 'DLV-1', 'DLV-3', 'DLV-12', 'DLV-26', 'LAW-13', 'LAW-54'],
  ],
  webhooks: [
    ...['DLV-1', 'DLV-2', 'DLV-3', 'DLV-6', 'DLV-8', 'DLV-9', 'DLV-12', 'DLV-13', 'DLV-14', 'DLV-15', 'DLV-17'],
    ...['DLV-18', 'DLV-19', 'DLV-23', 'DLV-24', 'DLV-26', 'DLV-31', 'DLV-32', 'DLV-33', 'FLOW-1', 'FLOW-21'],
    ...['HOOK-1', 'HOOK-2', 'HOOK-5', 'HOOK-6', 'ISO-33', 'LAW-57', 'LAW-61', 'LAW-62'],
  ],
};

/** Those that are held against every exchange and every delivery come with all the others. */
export const isSelected =
  (on: Fault['on']) =>
  ({ id }: { id: string }): boolean =>
    id.startsWith('PAS-') || rules[on].includes(id);

/** What a broken platform must not be let through with. */
export interface Broken {
  rule: string;
  options: EmbeddedOptions;
}

const brokenRules: Readonly<Record<Fault['on'], readonly string[]>> = {
  target: ['AUTH-2', 'CONV-24', 'PAG-8', 'DATE-3', 'ERR-6', 'COUP-3', 'DLV-3'],
  webhooks: ['DLV-3', 'DLV-8', 'DLV-12', 'DLV-17', 'DLV-32'],
};

/** Seeded defects, one of a rule. */
export const brokenPlatforms = (on: Fault['on']): Broken[] =>
  brokenRules[on].flatMap((rule) => {
    const defect = allDefects.find((each) => each.rule === rule);
    return defect ? [{ rule, options: defect.options }] : [];
  });
