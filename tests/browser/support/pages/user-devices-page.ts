import type { Page } from '@playwright/test';
import { expect } from '../test.ts';
import { createDevice } from '../../../support/factories.ts';
import type { Stack } from '../../../support/stack.ts';
import type { FixtureUser } from '../fixtures.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';

/** The tab of the settings with the user's own devices. */
export const USER_DEVICES_PATH = '/settings?tab=devices';

export const cardOf = (page: Page, serial: string) => page.getByRole('article', { name: `Device ${serial}` });
export const cardsOf = (page: Page) => page.getByRole('list', { name: 'Your devices' }).getByRole('listitem');
export const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Creates a device of this user at a node of their tree. @returns its serial number and the node */
export async function createBoundDevice(
  stack: Stack,
  { key, id }: FixtureUser,
): Promise<{ serial: string; company_id: number }> {
  const { serial } = await createDevice(stack, { user_id: id, note: 'Platform 4, under the clock' });
  const add = async (body: object): Promise<number> => {
    const { status, body: answer } = await stack.call(companyChangesHttp.add, { key }, { ...body });
    expect(status).toBeLessThan(300);
    return (answer as { company_id: number }).company_id;
  };
  const main = await add({ name: 'Railway' });
  const company = await add({ name: 'Station', type: 'Company', parent_company_id: main });
  const company_id = await add({ name: 'Speaker', type: 'Device', parent_company_id: company, serial });
  return { serial, company_id };
}
