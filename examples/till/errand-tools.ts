import type { Fact } from './entries.ts';
import type { Ledger } from './ledger.ts';
import type { Manners, Scene } from './manners.ts';
import type { Outbox } from './outbox.ts';

/** What a task needs to be performed at the platform. */
export interface ErrandTools {
  ledger: Ledger;
  outbox: Outbox;
  manners: Manners;
  scene: Scene;
  learn(fact: Fact): void;
  pause(): Promise<void>;
  /** The till's id of a coupon that was notified. */
  newVoucherId(): string;
  receiverUrl: string;
}

/** A record may appear some time after its write. */
export const maxLooks = 3;
