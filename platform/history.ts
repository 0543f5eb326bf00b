import type { Company } from './company.ts';
import { type Instant, microsecondsPerDay, microsecondsPerMinute } from './dates/instant.ts';
import { uuidOf } from './ids.ts';
import { storedPhone } from './resources/customers.ts';
import type { Customer, StoredRecord } from './tables/records.ts';
import type { World } from './world.ts';

const daysBackOf = { seeded: 12, long: 250 };
const customersOf = { seeded: 5, long: 240 };
const productsPerDay = 12;

/** A small generator of numbers in [0, 1), the same for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Seconds, milliseconds and microseconds, so that fractions have every length. */
const precisions = [1_000_000, 1_000, 1];

/** Makes the common fields of a company's records of the past, the same at each start of the platform. */
function pastRecords(world: World, company: Company) {
  const random = seededRandom(world.companiesById.size);
  const { fractionDigits } = world.choices.dates;
  const coarsest = fractionDigits === 'varying' ? 1 : 10 ** (6 - fractionDigits);
  const startedAt = world.now();
  const midnight = startedAt - (startedAt % microsecondsPerDay);

  const newId = () =>
    uuidOf(
      Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256)),
      world.choices.ids.uuidVersion,
    );
  const momentOf = (daysAgo: number, minuteOfDay: number, position: number): Instant => {
    const precision = Math.max(coarsest, precisions[position % precisions.length] ?? 1);
    const moment = midnight - daysAgo * microsecondsPerDay + (minuteOfDay + random()) * microsecondsPerMinute;
    return Math.floor(moment / precision) * precision;
  };
  const minuteOf = (position: number) =>
    position % 3 === 0 ? 5 + Math.floor(random() * 170) : 190 + Math.floor(random() * 1_230);

  return (daysAgo: number, position: number, externalId: string): StoredRecord => {
    const createdAt = momentOf(daysAgo, minuteOf(position), position);
    const isChanged = position % 2 === 0 && daysAgo > 2;
    const changedAt = momentOf(1 + Math.floor(random() * (daysAgo - 2)), minuteOf(position), position + 1);
    const updatedAt = isChanged ? changedAt : createdAt;
    return { id: newId(), companyId: company.id, externalId, createdAt, updatedAt };
  };
}

type RecordOf = ReturnType<typeof pastRecords>;

function seedProducts({ tables }: World, recordOf: RecordOf, daysBack: number): void {
  for (let daysAgo = daysBack; daysAgo >= 1; daysAgo -= 1) {
    for (let position = 0; position < productsPerDay; position += 1) {
      const number = (daysBack - daysAgo) * productsPerDay + position + 1;
      tables.products.insert({
        ...recordOf(daysAgo, position, `seed-product-${number}`),
        name: `Seeded product ${number}`,
        provider: number % 4 === 0 ? 'Seeded provider' : null,
        price: 10 + number,
      });
    }
  }
}

function seedCustomer(world: World, recordOf: RecordOf, number: number): Customer {
  const customer: Customer = {
    ...recordOf(number + 2, number, `seed-customer-${number}`),
    phone: storedPhone(world, `+55 11 90000-${String(number).padStart(4, '0')}`),
    firstName: 'Seeded',
    lastName: `Customer ${number}`,
    email: `seeded.${number}@example.com`,
    address: { street: 'Rua das Flores', number },
  };
  world.tables.customers.insert(customer);
  return customer;
}

function seedOrder({ tables }: World, recordOf: RecordOf, number: number, customer: Customer): void {
  tables.orders.insert({
    ...recordOf(number + 2, number, `seed-order-${number}`),
    status: 'completed',
    couponCode: null,
    couponUsed: null,
    lineItems: [],
    total: 100 * number,
    phone: customer.phone,
    sentCustomer: {},
    customer,
    enteredFlows: undefined,
  });
}

function seedCoupon({ tables }: World, recordOf: RecordOf, customer: Customer | undefined): void {
  const record = recordOf(7, 3, 'seed-coupon-1');
  tables.coupons.insert({
    ...record,
    sharedExternalId: null,
    origin: 'registered',
    code: 'SEEDED-1',
    type: 'percent',
    amount: 10,
    isUsed: false,
    isUsedInOrder: false,
    minPurchaseValue: 0,
    acumulative: false,
    startDate: record.createdAt,
    expiryDate: record.createdAt + 365 * microsecondsPerDay,
    customer,
    phone: customer?.phone,
    isAwaitingOrder: false,
    orderId: null,
    canceledAt: undefined,
  });
}

/**
 * Creates a company's records of the past. Each start of the platform creates the same records at the same times of
 * day. Every third product was created between 00:00 and 03:00 UTC, when the days in UTC and in Brasília differ, and some
 * were changed in those hours of a later day.
 */
export function seedHistory(world: World, company: Company, extent: 'seeded' | 'long'): void {
  const recordOf = pastRecords(world, company);
  seedProducts(world, recordOf, daysBackOf[extent]);
  const customers: Customer[] = [];
  for (let number = 1; number <= customersOf[extent]; number += 1) {
    const customer = seedCustomer(world, recordOf, number);
    customers.push(customer);
    seedOrder(world, recordOf, number, customer);
  }
  world.tables.stores.insert({ ...recordOf(9, 1, 'seed-store-1'), name: 'Seeded store' });
  world.tables.abandonedCarts.insert({
    ...recordOf(8, 2, 'seed-cart-1'),
    customer: { phone: storedPhone(world, '+55 11 90000-0001') },
    lineItems: [],
  });
  seedCoupon(world, recordOf, customers[0]);
}
