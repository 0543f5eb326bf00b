import { valueAt } from '../../core/json.ts';
import type { FlowShop } from '../../suites/check-context.ts';
import { path } from '../../suites/path.ts';
import { mustBeAccepted } from '../../suites/session/given.ts';
import { type Customer, type Machine, open } from './machine.ts';
import type { StepOf } from './step.ts';

export const newCustomer = async ({ given }: FlowShop): Promise<Customer> => {
  const customer = await given.customer();
  const { firstName, lastName, read } = customer;
  const shownNames = {
    ...(valueAt(read.body, '/firstName') === firstName ? { firstName } : {}),
    ...(valueAt(read.body, '/lastName') === lastName ? { lastName } : {}),
  };
  const showsFirstName = shownNames.firstName !== undefined;
  return { ...customer, isDeleted: false, hasRunFlow: false, shownNames, showsFirstName };
};

const liveCustomer = ({ customers }: Machine, index: number): Customer | undefined => {
  const customer = customers[index % 2];
  return customer?.isDeleted ? undefined : customer;
};

/** Sends another name, which a repeated post must not store. */
export const postCustomerAgain = async (
  machine: Machine,
  { customer: index }: StepOf<'post customer again'>,
): Promise<boolean> => {
  const customer = liveCustomer(machine, index);
  if (!customer) return false;
  const { shop } = machine;
  const body = shop.body.customer({ ...customer, firstName: shop.unique.name('again') });
  mustBeAccepted(await shop.post(shop.paths.createCustomer, { body }), 'posting a customer again');
  return true;
};

export const renameCustomer = async (
  machine: Machine,
  { customer: index }: StepOf<'rename customer'>,
): Promise<boolean> => {
  const customer = liveCustomer(machine, index);
  if (!customer) return false;
  const { shop } = machine;
  const firstName = shop.unique.name('renamed');
  const body = shop.body.customer({ ...customer, firstName });
  mustBeAccepted(await shop.put(path`/customers/${customer.id}`, { body }), 'renaming a customer');
  customer.firstName = firstName;
  if (customer.showsFirstName) customer.shownNames = { firstName };
  return true;
};

/** The document does not say what happens to the coupons of a deleted customer. */
export const deleteCustomer = async (
  machine: Machine,
  { customer: index }: StepOf<'delete customer'>,
): Promise<boolean> => {
  const customer = liveCustomer(machine, index);
  if (!customer) return false;
  mustBeAccepted(await machine.shop.del(path`/customers/${customer.id}`), 'deleting a customer');
  customer.isDeleted = true;
  open(...machine.coupons.filter((coupon) => coupon.customer === customer));
  return true;
};
