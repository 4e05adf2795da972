import { createCompany, type TestUser } from '../../../support/factories.ts';
import type { Stack } from '../../../support/stack.ts';
import type { Fixtures, FixtureUser } from '../fixtures.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';

/** Head office → North (Shop 1) and South (Shop 2 → Door). */
export async function createTree(stack: Stack, user: TestUser) {
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  const north = await createCompany(stack, { below: main, name: 'North' });
  const south = await createCompany(stack, { below: main, name: 'South' });
  const shop1 = await createCompany(stack, { below: north, type: 'Company', name: 'Shop 1', city: 'Riga' });
  const shop2 = await createCompany(stack, { below: south, type: 'Company', name: 'Shop 2', city: 'Riga' });
  const door = await createCompany(stack, { below: shop2, name: 'Door' });
  return { main, north, south, shop1, shop2, door };
}

/** Head office → North → Shop 1 (Kyiv) → Door and Hall, each with a device, and a video screen without one. */
export async function furnishTree(stack: Stack, fixtures: Fixtures, user: TestUser) {
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office', description: 'All of our shops' });
  const north = await createCompany(stack, { below: main, name: 'North' });
  const place = { city: 'Kyiv', street: 'Main', house: '1', country: 'Ukraine' };
  const shop = await createCompany(stack, { below: north, type: 'Company', name: 'Shop 1', emblem: '🏪', ...place });
  const [door, hall] = await Promise.all(
    ['Door', 'Hall'].map(async (name) => {
      const node = await createCompany(stack, { below: shop, name });
      const device = await fixtures.device({ user_id: user.id, company_id: node.company_id });
      return Object.assign(node, { device });
    }),
  );
  await createCompany(stack, { below: shop, name: 'Screen', device_type: 'video' });
  return { main, door: door!, hall: hall! };
}

/** A shop with three loudspeakers, each with a device. */
export async function createGroupedShop(stack: Stack, fixtures: Fixtures, user: FixtureUser) {
  const main = await createCompany(stack, { user_id: user.id, name: 'Head office' });
  const shop = await createCompany(stack, {
    below: main,
    type: 'Company',
    name: 'Riverside Mall',
    country: 'Germany',
    city: 'Berlin',
    street: 'Main street',
    house: '7',
  });
  const nodes = await Promise.all(
    ['Door', 'Hall', 'Till'].map((name) => createCompany(stack, { below: shop, name, device_type: 'audio' })),
  );
  const devices = await Promise.all(nodes.map(({ company_id }) => fixtures.device({ user_id: user.id, company_id })));
  return { main, nodes, devices };
}

const GERMAN = { default_language: 'de-DE', default_voice: 'de-DE-Standard-A' };

/** A chain with a simulated device in the hall, and one in the yard that is offline. */
export async function createChain(stack: Stack, fixtures: Fixtures, user: FixtureUser) {
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall', ...GERMAN });
  const yard = await createCompany(stack, { below: main, name: 'Yard' });
  const device = await fixtures.device({ user_id: user.id, company_id: hall.company_id });
  await fixtures.device({ user_id: user.id, company_id: yard.company_id });
  return fixtures.simulate(device, { apiUrl: stack.url });
}

const FIRE = {
  name: 'Fire',
  variants: [
    { language: 'en', text: 'Please leave the building' },
    { language: 'de', text: 'Bitte verlassen Sie das Gebäude' },
  ],
  chime: 'alarm',
  emergency: true,
};

/** A person with an emergency message, and a hall with a simulated device. */
export async function createEmergencyHall(stack: Stack, fixtures: Fixtures): Promise<FixtureUser> {
  const user = await fixtures.user();
  await stack.call(messagesHttp.create, user, { ...FIRE });
  const main = await createCompany(stack, { user_id: user.id, name: 'Chain' });
  const hall = await createCompany(stack, { below: main, name: 'Hall' });
  const device = await fixtures.device({ user_id: user.id, company_id: hall.company_id });
  await fixtures.simulate(device, { apiUrl: stack.url });
  return user;
}
