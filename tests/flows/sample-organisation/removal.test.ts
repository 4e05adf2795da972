import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createDevice, type TestUser } from '../../support/factories.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { sampleDevices, createSample, emptyInstallation } from '../../support/sample-organisation.ts';
import { signInRoot } from '../../support/accounts.ts';
import { sampleOrganisationHttp } from '@belfry/schemas/http/sample-organisation';

let api: TestApi;
let root: Pick<TestUser, 'id' | 'key'>;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());
beforeEach(async () => {
  await emptyInstallation(api);
  root = await signInRoot(api);
  await createSample(api, sampleDevices(20));
});

const nodes = () =>
  api.db.selectFrom('companies').select(['company_id', 'name', 'type']).orderBy('company_id').execute();
const nodeNamed = async (name: string): Promise<number> =>
  (await nodes()).find((node) => node.name === name)?.company_id ?? 0;
const namesOf = async () => (await nodes()).map(({ name }) => name);

describe('the removal of the sample organisation', () => {
  it('deletes what was created, and leaves the devices with their owner', async () => {
    const plan = { elements: 34, devices: 20, groups: 3, kept: 0 };
    expect(await api.call(sampleOrganisationHttp.read, root)).toMatchObject({ body: { present: true, ...plan } });
    expect(await api.call(sampleOrganisationHttp.remove, root)).toMatchObject({
      status: 200,
      body: { present: false, ...plan },
    });
    expect(await nodes()).toEqual([]);
    expect(await api.db.selectFrom('device_groups').selectAll().execute()).toEqual([]);
    expect(await api.db.selectFrom('voice_favorites').selectAll().execute()).toEqual([]);
    const devices = await api.db.selectFrom('devices').select(['user_id', 'company_id']).execute();
    expect(devices).toEqual(Array.from({ length: 20 }, () => ({ user_id: root.id, company_id: null })));
    const audited = api.db.selectFrom('audit_log').select('details').where('action', '=', 'sample_organisation.remove');
    expect(await audited.orderBy('id', 'desc').limit(1).execute()).toEqual([
      { details: expect.objectContaining(plan) },
    ]);
  });

  it('happens once, and no other one is created', async () => {
    await api.call(sampleOrganisationHttp.remove, root);
    expect(await api.call(sampleOrganisationHttp.remove, root)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    expect(await api.call(sampleOrganisationHttp.read, root)).toMatchObject({ body: { present: false } });
    expect(await createSample(api, sampleDevices(3))).toMatchObject({ body: { created: false } });
    expect(await nodes()).toEqual([]);
  });

  it(
    'keeps nodes, groups and favourites that people added, with the ancestors of the nodes',
    { tags: ['full'] },
    async () => {
      const { key } = root;
      const below = async (parent: string, body: object) =>
        api.call(companyChangesHttp.add, { key }, { parent_company_id: await nodeNamed(parent), ...body });
      expect((await below('Bremen Market', { name: 'My till', type: 'Device' })).status).toBe(201);
      await api.call(companyChangesHttp.addMain, { key }, { name: 'My company' });
      const mine = await nodeNamed('My till');
      const groups = await api.db.selectFrom('device_groups').select(['id', 'name']).execute();
      const checkouts = groups.find(({ name }) => name === 'Checkouts')?.id;
      expect((await api.call(groupsHttp.addDevices, { key }, { id: checkouts, devices: [mine] })).status).toBeLessThan(
        300,
      );

      expect(await api.call(sampleOrganisationHttp.read, root)).toMatchObject({
        body: { elements: 31, kept: 3, groups: 2 },
      });
      await api.call(sampleOrganisationHttp.remove, root);
      expect(await namesOf()).toEqual(['Brightwater', 'North', 'Bremen Market', 'My till', 'My company']);
      expect(await api.db.selectFrom('device_groups').select('name').execute()).toEqual([{ name: 'Checkouts' }]);
    },
  );

  it('keeps a node that has another device than at the creation', { tags: ['full'] }, async () => {
    const pool = await nodeNamed('Pool');
    const { body: tree } = await api.call(companiesHttp.tree, root, { company_id: await nodeNamed('Lumen Hotels') });
    const serial = tree.find(({ company_id }) => company_id === pool)?.serial;
    const own = await createDevice(api, { user_id: root.id });
    await api.call(bindingHttp.unbind, root, { serial });
    await api.call(bindingHttp.bind, root, { serial: own.serial, company_id: pool });
    await api.call(sampleOrganisationHttp.remove, root);
    expect(await namesOf()).toEqual(['Lumen Hotels', 'Spain', 'Hotel Prado', 'Pool']);
    const { body: mains } = await api.call(companiesHttp.listMain, root);
    expect(mains).toMatchObject([{ name: 'Lumen Hotels', subcompany_count: 3 }]);
  });
});
