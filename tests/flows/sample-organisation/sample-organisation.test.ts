import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createGroup, createUser } from '../../support/factories.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { sampleDevices, LAUNCHER, createSample, emptyInstallation } from '../../support/sample-organisation.ts';
import { signInRoot } from '../../support/accounts.ts';
import { SAMPLE_FAVORITES } from '@belfry/api/features/sample-organisation/sample-content';
import { voiceFavoritesHttp } from '@belfry/schemas/http/speech/voice-favorites';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(() => emptyInstallation(api));

const treesOf = async (user: { key: string }) => {
  const { body: mains } = await api.call(companiesHttp.listMain, user);
  const trees = await Promise.all(mains.map(({ company_id }) => api.call(companiesHttp.tree, user, { company_id })));
  return trees.flatMap(({ body }) => body);
};
const countOf = async (table: 'companies' | 'devices' | 'device_groups'): Promise<number> =>
  (
    await api.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

describe('the sample organisation', () => {
  it('gives the first root account two chains whose places have the devices', async () => {
    const devices = sampleDevices(24);
    const root = await signInRoot(api);
    expect(await api.internal.call(sampleOrganisationHttp.isOffered, LAUNCHER)).toMatchObject({
      body: { undecided: true },
    });
    expect(await createSample(api, devices)).toMatchObject({
      status: 200,
      body: { created: true, owner_email: 'root@belfry.test', companies: 2, devices: 20 },
    });
    expect(await api.internal.call(sampleOrganisationHttp.isOffered, LAUNCHER)).toMatchObject({
      body: { undecided: false },
    });

    const nodes = await treesOf(root);
    expect(nodes.filter(({ type }) => type === 'Main').map(({ name }) => name)).toEqual([
      'Brightwater',
      'Lumen Hotels',
    ]);
    const places = nodes.filter(({ type }) => type === 'Device');
    expect(new Set(places.map(({ serial }) => serial))).toEqual(
      new Set(devices.slice(0, 20).map((each) => each.serial)),
    );
    for (const { type, city, street, house, zip, country, continent } of nodes) {
      if (type === 'Company') expect([city, street, house, zip, country, continent]).not.toContain(null);
    }
    const { body: groups } = await api.call(groupsHttp.list, root);
    expect(groups.map(({ name, device_count }) => [name, device_count > 0])).toEqual([
      ['Checkouts', true],
      ['Entrances', true],
      ['Food and drink', true],
    ]);
    const owned = await api.call(devicesHttp.listOwn, root);
    expect(owned.body).toHaveLength(20);
    for (const { name, note, device_mode } of owned.body)
      expect([name, note, device_mode]).toEqual([expect.any(String), expect.any(String), 'new']);
    const favorites = (await api.call(voiceFavoritesHttp.list, root)).body.map(({ voice_name }) => voice_name);
    expect(favorites.length).toBeGreaterThanOrEqual(3);
    expect(favorites).toEqual(SAMPLE_FAVORITES.filter((name) => favorites.includes(name)));
    // The devices enrol with their passes as any other does.
    expect(await api.call(enrolmentHttp.enrol, null, { ...devices[0] })).toMatchObject({ status: 200 });
  });

  it('is created once, also by concurrent starts, and places without a device are left out', async () => {
    const [one, other] = await Promise.all([createSample(api, sampleDevices(3)), createSample(api, sampleDevices(3))]);
    expect(new Set([one.body.created, other.body.created])).toEqual(new Set([true, false]));
    expect(await createSample(api, sampleDevices(3))).toMatchObject({ status: 200, body: { created: false } });
    expect([await countOf('devices'), await countOf('device_groups')]).toEqual([3, 3]);
  });

  it.each([
    ['another user', () => createUser(api)],
    ['a device', () => createDevice(api)],
    ['a group', async () => createGroup(api, { user_id: (await signInRoot(api)).id })],
    ['a company', async () => createCompany(api, { user_id: (await signInRoot(api)).id })],
  ])('is never created in a database that has %s', async (_what, add) => {
    await add();
    const before = await countOf('companies');
    expect(await createSample(api, sampleDevices(3))).toMatchObject({ body: { created: false, owner_email: null } });
    expect(await countOf('companies')).toBe(before);
    expect(await api.internal.call(sampleOrganisationHttp.isOffered, LAUNCHER)).toMatchObject({
      body: { undecided: false },
    });
    expect(await api.call(sampleOrganisationHttp.read, await signInRoot(api))).toMatchObject({
      status: 200,
      body: { present: false },
    });
  });

  it('is created with the service secret only, and removed by administrators only', async () => {
    expect(
      (
        await api.internal.call(
          sampleOrganisationHttp.create,
          { key: 'another-secret-of-16' },
          { devices: sampleDevices(1) },
        )
      ).status,
    ).toBe(401);
    await createSample(api, sampleDevices(1));
    const [user, admin] = [await createUser(api), await createAdmin(api)];
    expect([
      (await api.call(sampleOrganisationHttp.read, user)).status,
      (await api.call(sampleOrganisationHttp.remove, user)).status,
    ]).toEqual([403, 403]);
    expect(await api.call(sampleOrganisationHttp.read, admin)).toMatchObject({
      status: 200,
      body: { present: true, devices: 1 },
    });
  });

  it('refuses more devices than a start offers, and malformed ones', async () => {
    expect((await createSample(api, sampleDevices(101))).status).toBe(400);
    expect((await createSample(api, [{ serial: 'one', pass: 'x' }])).status).toBe(400);
    expect(await api.internal.call(sampleOrganisationHttp.isOffered, LAUNCHER)).toMatchObject({
      body: { undecided: true },
    });
  });
});
