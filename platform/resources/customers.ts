import type { Company } from '../company.ts';
import type { FieldReader } from '../http/fields.ts';
import type { Customer } from '../tables/records.ts';
import { identityKey } from '../tables/tables.ts';
import type { World } from '../world.ts';
import { listRoute } from './list.ts';
import { type PlainResource, postRoute, putRoute } from './plain-resource.ts';
import { newRecord, present } from './records.ts';
import { byId, deleteRoute, lookups } from './single-record.ts';

/** A phone as it is stored and compared. */
export function storedPhone({ choices }: World, sent: string): string {
  const digits = sent.replaceAll(/\D/g, '');
  return choices.customers.phoneForm === 'digits' && digits !== '' ? digits : sent;
}

/** A customer's own fields. */
export type CustomerFields = Pick<Customer, 'phone' | 'firstName' | 'lastName' | 'email' | 'address'>;

export const unknownCustomer: CustomerFields = {
  phone: '',
  firstName: '',
  lastName: '',
  email: '',
  address: null,
};

/** Reads a customer from a body or from an object in it. */
export function readCustomer(world: World, fields: FieldReader, addressNeed: 'required' | 'optional') {
  const phone = fields.text('phone', 'required');
  return {
    phone: phone === undefined ? undefined : storedPhone(world, phone),
    firstName: fields.text('firstName'),
    lastName: fields.text('lastName'),
    email: fields.text('email'),
    address: fields.textOrObject(world.choices.fields.customerAddress, addressNeed),
    externalId: fields.text('externalId'),
  };
}

function customerKey({ policy }: World, companyId: string, own: CustomerFields): string | undefined {
  return identityKey(companyId, policy.identity.customer(own));
}

/** The customer with this identity. Creates one if there is none; a known one stays unchanged. */
export function ensureCustomer(
  world: World,
  company: Company,
  own: CustomerFields,
  externalId: string | null,
): Customer {
  const identity = customerKey(world, company.id, own);
  const [known] = world.tables.customers.by('identity', identity);
  if (known !== undefined) return known;
  const base = newRecord(world, {
    company,
    externalId,
    revives: { kind: 'customer', identity },
  });
  const customer: Customer = { ...base, ...own };
  world.tables.customers.insert(customer);
  return customer;
}

export function customerRoutes(world: World) {
  const { customers } = world.tables;
  const { customerAddress } = world.choices.fields;
  const presentCustomer = (customer: Customer) => {
    const { phone, firstName, lastName, email, address } = customer;
    return present(world, customer, {
      phone,
      firstName,
      lastName,
      email,
      [customerAddress]: address,
    });
  };
  const resource: PlainResource<CustomerFields> = {
    kind: 'customer',
    table: customers,
    read: (fields) => readCustomer(world, fields, 'optional'),
    defaults: unknownCustomer,
    identityOf: (customer) => customerKey(world, customer.companyId, customer),
    resend: () => world.policy.identity.resend.customer,
    present: presentCustomer,
  };
  const get = lookups(world, presentCustomer);
  return {
    'GET /customers': listRoute(world, customers.list, presentCustomer),
    'POST /customers': postRoute(world, resource, 'POST /customers'),
    'GET /customers/:id': get('GET /customers/:id', byId(customers)),
    'GET /customers/external/:externalId': get('GET /customers/external/:externalId', (externalId) =>
      customers.by('externalId', externalId),
    ),
    'GET /customers/phone/:phone': get('GET /customers/phone/:phone', (phone) =>
      customers.by('phone', storedPhone(world, phone)),
    ),
    'PUT /customers/:id': putRoute(world, resource, 'PUT /customers/:id'),
    'DELETE /customers/:id': deleteRoute<Customer>(world, resource, 'DELETE /customers/:id'),
  };
}
