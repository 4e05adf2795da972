import type { TestApi } from '../api.ts';
import { createCompany, type TestUser } from '../factories.ts';

/** A main company of a user with a company and a node of a device below each other. */
export async function createBranch(api: TestApi, user: TestUser) {
  const main = await createCompany(api, { user_id: user.id });
  const company = await createCompany(api, { below: main, type: 'Company' });
  return { main, company, node: await createCompany(api, { below: company, name: 'Speaker' }) };
}

/** As `createBranch`, with an element between the main company and the company. */
export async function createBranchWithElement(api: TestApi, user: TestUser, name = 'Main') {
  const main = await createCompany(api, { user_id: user.id, name });
  const element = await createCompany(api, { below: main });
  const company = await createCompany(api, { below: element, type: 'Company' });
  return { main, element, company, node: await createCompany(api, { below: company, name: 'Speaker' }) };
}
