import { z } from 'zod';
import { storedAttemptSchema } from './attempt.ts';
import { assertionSchema, countSchema } from './exchange.ts';

/** What notifications are about: an order, a coupon found by its code, or an attempt that has neither. */
export const deliverySubjectSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('order'), id: z.string() }),
    z.strictObject({ kind: z.literal('coupon'), code: z.string() }),
    z.strictObject({ kind: z.literal('attempt'), seq: countSchema }),
  ])
  .meta({ id: 'subject' });
export type DeliverySubject = z.output<typeof deliverySubjectSchema>;

/** The id or code of a subject. */
export const keyOfSubject = (subject: DeliverySubject): string => {
  switch (subject.kind) {
    case 'order':
      return subject.id;
    case 'coupon':
      return subject.code;
    case 'attempt':
      return String(subject.seq);
  }
};

/** For example `order <id>`. */
export const describeSubject = (subject: DeliverySubject): string => `${subject.kind} ${keyOfSubject(subject)}`;

/** The webhook attempts for one subject, in order of arrival, as they are stored. */
export const storedDeliveriesSchema = z
  .strictObject({
    about: deliverySubjectSchema,
    company: z.string(),
    attempts: z.array(storedAttemptSchema),
    assertions: z.array(assertionSchema),
  })
  .meta({ id: 'deliveries' });
export type StoredDeliveries = z.output<typeof storedDeliveriesSchema>;
