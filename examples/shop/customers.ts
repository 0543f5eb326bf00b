import type { Context } from './context.ts';
import { InvalidParameters } from './hook-errors.ts';
import { textIn } from './json.ts';
import type { Outbox } from './outbox.ts';
import { customerBody, paths } from './platform-names.ts';
import { type Customer, type Errand, newPhone } from './records.ts';

export interface Customers {
  /** Returns the customer with that phone, and creates one if there is none. Default: a random phone. */
  withPhone(phone?: string): Customer;
  /** Sends a new customer to the platform once, before the customer's records. */
  introduce(customer: Customer): Promise<void>;
  /** Creates a customer, or sends the existing one with that id again. @throws InvalidParameters for an unknown id. */
  create(again?: string): Customer;
  /** @throws InvalidParameters for an unknown id. */
  update(id: string): Customer;
  /** Deletes a customer, on the platform as well. @throws InvalidParameters for an unknown id. */
  remove(id: string): Customer;
  /** Continues the changes and removals that the platform has not accepted yet. */
  resume(): void;
}

const e164 = /^\+[1-9]\d{7,14}$/;

const byPhone = ({ phone }: Customer): string => `${paths.customers}/phone/${encodeURIComponent(phone)}`;

const creationOf = (customer: Customer): Errand => ({
  id: `customer ${customer.id}`,
  method: 'POST',
  path: paths.customers,
  body: customerBody(customer),
  readBack: byPhone(customer),
  looksFirst: false,
});

export const createCustomers = (context: Context, outbox: Outbox): Customers => {
  const { state, save, work, platform, newId, note, settings, surroundings } = context;
  const { is, does } = settings.behavior;
  // two orders of a new customer wait for the same request
  const introductions = new Map<string, Promise<void>>();
  /** The last change of each customer. */
  const changes = new Map<string, Promise<void>>();
  let latestChanged: Customer | undefined;

  const add = (phone: string): Customer => {
    const id = newId();
    const email = `${id}@customers.example`;
    const customer = { id, phone, firstName: 'Ana', lastName: 'Souza', email, isIntroduced: false };
    state.customers[id] = customer;
    save();
    return customer;
  };

  const known = (id: string): Customer => {
    const customer = state.customers[id];
    if (customer === undefined) throw new InvalidParameters(`there is no customer ${id}`);
    return customer;
  };

  const sendNew = async (customer: Customer): Promise<void> => {
    customer.isIntroduced = true;
    await outbox.send(creationOf(customer));
  };

  const sendOnce = async (customer: Customer): Promise<void> => {
    if (!customer.isIntroduced) introductions.set(customer.id, sendNew(customer));
    await introductions.get(customer.id);
  };

  const platformIdOf = async (customer: Customer): Promise<string | undefined> => {
    if (is('updates customers by external id')) return customer.id;
    const others = Object.values(state.customers).filter((other) => other !== customer && other.isIntroduced);
    const asked = is('updates another customer') ? (others.at(-1) ?? customer) : customer;
    const found = await platform.send({ method: 'GET', path: byPhone(asked) });
    return found.kind === 'accepted' ? textIn(found.body, 'id') : undefined;
  };

  const sendChange = async (customer: Customer): Promise<void> => {
    await sendOnce(customer);
    const platformId = await platformIdOf(customer);
    if (platformId === undefined) return note(`customer ${customer.id} is not known to the platform`);
    const sent = outbox.send({
      id: `change of customer ${customer.id}`,
      method: 'PUT',
      path: `${paths.customers}/${platformId}`,
      body: customerBody(is('mixes customers that change at once') ? (latestChanged ?? customer) : customer),
      readBack: byPhone(customer),
      looksFirst: false,
    });
    delete customer.isChanged;
    save();
    await sent;
  };

  /** Sends the changes of a customer one after the other, so that no retry of an older one comes last. */
  const sendInTurn = (customer: Customer): Promise<void> => {
    const send = (): Promise<void> => sendChange(customer);
    const sent = (changes.get(customer.id) ?? Promise.resolve()).then(send, send);
    changes.set(customer.id, sent);
    return sent;
  };

  const sendRemoval = async (customer: Customer): Promise<void> => {
    const platformId = await platformIdOf(customer);
    if (platformId === undefined) return note(`customer ${customer.id} is not known to the platform`);
    const outcome = await platform.send({ method: 'DELETE', path: `${paths.customers}/${platformId}` });
    if (outcome.kind === 'unreachable') return note(`customer ${customer.id} is not deleted yet: ${outcome.why}`);
    state.removed = state.removed.filter(({ id }) => id !== customer.id);
    save();
    if (outcome.kind === 'refused') note(`customer ${customer.id} is not deleted: ${outcome.why}`);
  };

  return {
    withPhone(phone = newPhone(surroundings.randomBytes)) {
      if (!e164.test(phone)) throw new InvalidParameters(`${phone} is no phone in E.164 form`);
      return Object.values(state.customers).find((customer) => customer.phone === phone) ?? add(phone);
    },
    introduce: (customer) => (does('customers inside orders only') ? Promise.resolve() : sendOnce(customer)),
    create(again) {
      const customer = again === undefined ? add(newPhone(surroundings.randomBytes)) : known(again);
      void work.begin(() => (again === undefined ? sendOnce(customer) : sendNew(customer)));
      return customer;
    },
    update(id) {
      const customer = known(id);
      latestChanged = customer;
      customer.lastName = `Souza ${newId().slice(-4)}`;
      customer.isChanged = true;
      save();
      void work.begin(() => sendInTurn(customer));
      return customer;
    },
    remove(id) {
      const customer = known(id);
      delete state.customers[id];
      state.removed.push(customer);
      save();
      void work.begin(() => sendRemoval(customer));
      return customer;
    },
    resume() {
      for (const customer of Object.values(state.customers)) {
        if (customer.isChanged) void work.begin(() => sendInTurn(customer));
      }
      for (const customer of state.removed) void work.begin(() => sendRemoval(customer));
    },
  };
};
