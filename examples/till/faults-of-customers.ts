import { newPhones } from './customers.ts';
import { bodies, calls, type Deviations, must, should } from './deviating.ts';
import { findPerson } from './drafts.ts';
import type { Entry } from './entries.ts';

/** Faults of changes of customers that wait behind other work. */
export const faultsOfCustomers: Deviations = {
  'old phone when sent again': must(
    'sends a customer again with the phone that it had first, after the phone has changed',
    'S040',
  ).by(() => {
    const first = new Map<string, unknown>();
    return {
      ...newPhones,
      ...bodies('send person', (body, { about }) => {
        if (!first.has(about)) first.set(about, body.phone);
        body.phone = first.get(about);
      }),
    };
  }),
  'changes inside creations': must(
    'sends the change of a customer with the repeat of the creation, and not by itself',
    'S040 S119',
  ).by(() => {
    const inside = new Set<string>();
    return {
      call(call, { ledger }) {
        const { purpose, about, attempt, body } = call;
        if (purpose === 'find person' && inside.delete(about)) return undefined;
        const now = ledger.cards.get(about)?.fields;
        if (purpose !== 'send person' || attempt === 1 || now?.lastName === body?.lastName) return call;
        inside.add(about);
        return { ...call, body: { ...body, ...now } };
      },
    };
  }),
  'changes customers under their own ids': must('updates customers at a path with their `externalId`', 'S119').by(
    calls('change person', ({ about }) => ({ path: findPerson(about).path })),
  ),
  'looks for customers by a short phone': must(
    'looks customers up by their phone without the country, and leaves as they are those who are not found so',
    'S040 S119',
  ).by(
    calls('find person', ({ about }, { ledger }) => {
      const phone = String(ledger.cards.get(about)?.fields.phone);
      return { path: `/customers/phone/${encodeURIComponent(phone.replace(/^\+?55/, ''))}` };
    }),
  ),
  'removes customers under their own ids': must('deletes customers at a path with their `externalId`', 'S120').by(
    calls('remove person', ({ about }) => ({ path: findPerson(about).path })),
  ),
  'a new id in each change': must('gives customers another `externalId` in each update', 'S035').by(() => {
    let changes = 0;
    return bodies('change person', (_, { about }) => ({ externalId: `${about}-${++changes}` }));
  }),
  'no phone in changes': must('empties the phone of customers in their updates', 'S040').by(
    bodies('change person', { phone: '' }),
  ),
  'changes only what it finds': must('drops the change of a customer that the platform does not have yet', 'S119').by({
    lane: (key, { what }) => (what === 'person changed' ? `change of ${key}` : key),
    understands: (reply, { purpose }) =>
      purpose === 'find person' && reply.status === 422 ? { status: 200, body: {} } : reply,
  }),
  'keeps the first of two changes': must(
    'drops the change of a customer while an earlier one waits to be sent',
    'S119',
  ).by({
    takes(task, { ledger }) {
      const waits = (id: string): boolean =>
        [...ledger.waiting.values()].some((other) => other.what === 'person changed' && other.card === id);
      return task.what === 'person changed' && waits(task.card) ? [] : [task];
    },
  }),
  'loses changes during a request': must(
    'drops the change of a customer while the request of an earlier one has no response',
    'S119',
  ).by(() => {
    const open = new Set<string>();
    return {
      ...calls('change person', ({ about }) => void open.add(about)),
      understands(reply, { purpose, about }) {
        if (purpose === 'change person') open.delete(about);
        return reply;
      },
      takes: (task) => (task.what === 'person changed' && open.has(task.card) ? [] : [task]),
    };
  }),
  'garbles its journal': should('reads its journal in another encoding when it is started again', 'S040 S119').by({
    replays: (entries) =>
      entries.map((entry): Entry => JSON.parse(Buffer.from(JSON.stringify(entry)).toString('latin1'))),
  }),
  'no plus after a start': should('sends phones of customers without their plus when it is started again', 'S040').by(
    () => {
      let isStarted = false;
      return {
        onStart() {
          isStarted = true;
          return [];
        },
        ...bodies(
          ['send person', 'change person'],
          (body) => isStarted && { phone: String(body.phone).replace('+', '') },
        ),
      };
    },
  ),
};
