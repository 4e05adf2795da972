import { pairingHttp } from '@belfry/schemas/http/device-ownership/pairing';
import { expect, type BrowserContext, type Page } from '@playwright/test';
import { createCompany, type TestUser } from '../../support/factories.ts';
import { success } from '../../support/http-client.ts';
import { measureOutput } from './heard-output.ts';
import { waitForStoredOnline } from './product/stored.ts';
import type { Product } from './product/product.ts';

export type PlayerTab = {
  tab: Page;
  serial: string;
  company_id: number;
  place: number;
  output: Awaited<ReturnType<typeof measureOutput>>;
};

/** Opens the player in a tab, and adds it to a place of this owner, as a person does in the console. */
export async function openPlayer(product: Product, context: BrowserContext, owner: TestUser): Promise<PlayerTab> {
  const main = await createCompany(product, { user_id: owner.id, name: 'School' });
  const { company_id: place } = await createCompany(product, { below: main, name: 'Harbour', type: 'Company' });
  const tab = await context.newPage();
  const output = await measureOutput(tab);
  await tab.goto(`${product.url}/player`);
  await tab.getByRole('button', { name: 'Start this loudspeaker' }).click();
  const code = (await tab.getByLabel(/^Code /).textContent()) ?? '';
  const { serial, company_id } = await success(
    product.call(pairingHttp.pair, owner, { user_code: code, company_id: place, name: 'Hall' }),
  );
  await expect(tab.getByRole('heading', { name: 'Hall' })).toBeVisible();
  await waitForStoredOnline(product, serial);
  return { tab, serial, company_id, place, output };
}
