import type { Company, Flow } from '../company.ts';
import type { FlowSeed } from '../flows/flow-seed.ts';
import type { World } from '../world.ts';

/** A flow with its id. It can be used as a seed. */
export type FlowView = Required<Omit<FlowSeed, 'codeTail'>> & Pick<FlowSeed, 'codeTail'> & { id: string };

export interface UserView {
  id: string;
  email: string;
  name: string;
}

/** A company as the panel shows it. */
export interface CompanyView {
  id: string;
  name: string;
  token: string;
  users: UserView[];
  flows: FlowView[];
}

export function flowView(flow: Flow): FlowView {
  const { isActive, ranForPhones, codeTail, ...fields } = flow;
  return { ...fields, ...(codeTail === null ? {} : { codeTail }), active: isActive };
}

export function userViews({ tables }: World, { id }: Company): UserView[] {
  return tables.users
    .list()
    .filter(({ companyId }) => companyId === id)
    .map((user) => ({ id: user.id, email: user.email, name: user.name }));
}

export function companyView(world: World, company: Company): CompanyView {
  const { id, name, token, flows } = company;
  return { id, name, token, users: userViews(world, company), flows: flows.map(flowView) };
}
