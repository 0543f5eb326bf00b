import type { Company } from './company.ts';
import { type FlowSeed, flowFields } from './flows/flow-seed.ts';
import { seedHistory } from './history.ts';
import { newRecord } from './resources/records.ts';
import type { User } from './tables/records.ts';
import type { World } from './world.ts';

export interface UserSeed {
  email: string;
  name?: string;
}

export interface CompanySeed {
  name: string;
  /** Random when absent. */
  token?: string;
  /** A new UUID when absent. */
  id?: string;
  users?: UserSeed[];
  flows?: FlowSeed[];
  /** `seeded` when absent: records of the last days, mostly products. `long`: thousands of records of most of a year. */
  history?: 'seeded' | 'long' | 'none';
}

/** Another company has the token or the id. */
export class CompanyTaken extends Error {
  override name = 'CompanyTaken';
}

/** The API creates no users, only the panel does. */
export function addUser(world: World, company: Company, { email, name }: UserSeed): User {
  const user: User = {
    ...newRecord(world, { company, externalId: null }),
    email,
    name: name ?? '',
  };
  world.tables.users.insert(user);
  return user;
}

/** Adds a company. Throws `CompanyTaken` when another one has its token or id. */
export function foundCompany(world: World, seed: CompanySeed): Company {
  const company: Company = {
    id: seed.id ?? world.newId(),
    name: seed.name,
    token: seed.token ?? world.runtime.randomBytes(24).toString('base64url'),
    flows: (seed.flows ?? []).map((flow) => ({
      ...flowFields(flow),
      id: world.newId(),
      ranForPhones: new Set(),
    })),
    registration: undefined,
    formerRegistration: undefined,
  };
  if (world.companiesById.has(company.id)) throw new CompanyTaken(`The company id ${company.id} is taken`);
  if (world.companiesByToken.has(company.token)) throw new CompanyTaken(`The token of ${company.name} is taken`);
  world.companiesById.set(company.id, company);
  world.companiesByToken.set(company.token, company);
  for (const user of seed.users ?? []) addUser(world, company, user);
  if (seed.history !== 'none') seedHistory(world, company, seed.history ?? 'seeded');
  return company;
}
