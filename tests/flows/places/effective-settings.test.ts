import { NO_LEAD_IN } from '@belfry/schemas/domain/lead-in';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { DEFAULT_SOUND_TEST } from '@belfry/schemas/domain/sound-tests';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';

let api: TestApi;
let owner: TestUser;
let main: NodePosition;
let riga: NodePosition;
let shop: NodePosition;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  owner = await createUser(api);
  main = await createCompany(api, { user_id: owner.id, name: 'Chain' });
  riga = await createCompany(api, { below: main, name: 'Riga' });
  shop = await createCompany(api, { below: riga, name: 'Shop', type: 'Company' });
});

const effective = ({ company_id }: { company_id: number }, { key } = owner) =>
  api.call(companiesHttp.effectiveSettings, { key }, { company_id });
const edit = ({ company_id }: { company_id: number }, changes: object) =>
  api.call(companyChangesHttp.edit, owner, { company_id, ...changes });
const info = async ({ company_id }: { company_id: number }) =>
  (await api.call(companiesHttp.info, owner, { company_id })).body;

describe('the settings of a node', () => {
  it('are the defaults where no node sets them', async () => {
    expect((await effective(shop)).body).toEqual({
      time_zone: { value: '+03:00', source_company_id: null },
      language: { value: 'ru', source_company_id: null },
      voice: { value: 'ru-RU-Standard-A', source_company_id: null },
      clock_required: { value: false, source_company_id: null },
      volume_max: { value: 100, source_company_id: null },
      quiet_hours: { value: [], source_company_id: null },
      trim_db: { value: 0, source_company_id: null },
      sound_test: { value: DEFAULT_SOUND_TEST, source_company_id: null },
      lead_in: { value: NO_LEAD_IN, source_company_id: null },
    });
  });

  it('come from the nearest node above that sets them, each by itself', async () => {
    const sound_test = { enabled: true, from: '03:00', to: '03:30', level: 35 };
    const lead_in = { ms: 800, after_s: 60, sound: 'tone' };
    await edit(main, {
      time_zone: 'Europe/Berlin',
      default_language: 'de',
      default_voice: 'de-DE-Standard-B',
      trim_db: -4,
      clock_required: true,
      sound_test,
      lead_in,
    });
    const night = [{ from: '22:00', to: '07:00' }];
    expect((await edit(riga, { time_zone: 'Europe/Riga', volume_max: 60, quiet_hours: night })).status).toBe(200);
    expect((await effective(shop)).body).toEqual({
      time_zone: { value: 'Europe/Riga', source_company_id: riga.company_id },
      language: { value: 'de', source_company_id: main.company_id },
      voice: { value: 'de-DE-Standard-B', source_company_id: main.company_id },
      clock_required: { value: true, source_company_id: main.company_id },
      volume_max: { value: 60, source_company_id: riga.company_id },
      quiet_hours: {
        value: [{ from: '22:00', to: '07:00', days: [1, 2, 3, 4, 5, 6, 7] }],
        source_company_id: riga.company_id,
      },
      trim_db: { value: -4, source_company_id: main.company_id },
      sound_test: { value: sound_test, source_company_id: main.company_id },
      lead_in: { value: lead_in, source_company_id: main.company_id },
    });
    expect(await info(shop)).toMatchObject({ default_language: 'de', time_zone: null, volume_max: null });
    expect([120, 180]).toContain((await info(shop)).time_zone_utc);
    expect(await info(riga)).toMatchObject({ time_zone: 'Europe/Riga', volume_max: 60 });
  });

  it('of a new main company are given with it', async () => {
    const made = await api.call(companyChangesHttp.addMain, owner, {
      name: 'Second',
      time_zone: 'Europe/Riga',
      volume_max: 30,
      quiet_hours: [],
    });
    expect(made.status).toBe(201);
    const own = { source_company_id: made.body.company_id };
    expect((await effective(made.body)).body).toMatchObject({
      time_zone: { value: 'Europe/Riga', ...own },
      volume_max: { value: 30, ...own },
      voice: { source_company_id: null },
    });
  });

  it('can be reverted to those of the parent', async () => {
    await edit(shop, { time_zone_utc: '+05:30', volume_max: 10, quiet_hours: [], default_language: 'lv', trim_db: 2 });
    expect((await effective(shop)).body).toMatchObject({
      time_zone: { value: '+05:30', source_company_id: shop.company_id },
      volume_max: { value: 10, source_company_id: shop.company_id },
      quiet_hours: { value: [], source_company_id: shop.company_id },
      language: { value: 'lv' },
      trim_db: { value: 2, source_company_id: shop.company_id },
    });
    await edit(shop, {
      time_zone_utc: null,
      volume_max: null,
      quiet_hours: null,
      default_language: null,
      trim_db: null,
    });
    expect((await effective(shop)).body).toEqual((await effective(riga)).body);
  });

  it('have a zone or an offset: the last one that was set counts', async () => {
    await edit(shop, { time_zone: 'Asia/Tokyo' });
    await edit(shop, { time_zone_utc: 60 });
    expect((await effective(shop)).body.time_zone.value).toBe('+01:00');
    await edit(shop, { time_zone: 'Asia/Tokyo' });
    expect(await info(shop)).toMatchObject({ time_zone: 'Asia/Tokyo', time_zone_utc: 540 });
    await edit(shop, { time_zone: null });
    expect((await effective(shop)).body.time_zone.source_company_id).toBe(riga.company_id);
  });

  it('leave out clocks that are off where a node above does, unless a node below does not', async () => {
    await edit(shop, { clock_required: false });
    const own = { value: false, source_company_id: shop.company_id };
    expect((await effective(shop)).body.clock_required).toEqual(own);
    expect((await effective(riga)).body.clock_required.value).toBe(true);
    expect(await info(shop)).toMatchObject({ clock_required: false });
    await edit(shop, { clock_required: null });
    expect((await effective(shop)).body.clock_required).toEqual({ value: true, source_company_id: main.company_id });
    const stranger = await createUser(api);
    const refused = await api.call(companyChangesHttp.edit, stranger, {
      company_id: shop.company_id,
      clock_required: false,
    });
    expect(refused.status).toBe(404);
  });

  it('survive a change of something else', async () => {
    const before = (await effective(riga)).body;
    await edit(riga, { name: 'Rīga' });
    expect((await effective(riga)).body).toEqual(before);
  });

  it.each([
    ['time_zone', 'Mars/Olympus'],
    ['time_zone', '+25:00'],
    ['volume_max', 101],
    ['clock_required', 'yes'],
    ['trim_db', 7],
    ['trim_db', -13],
    ['lead_in', { ms: 5_001, after_s: 0, sound: 'tone' }],
    ['quiet_hours', [{ from: '25:00', to: '07:00' }]],
    ['quiet_hours', [{ from: '20:00', to: '07:00', days: [8] }]],
  ])('refuse %s %j', async (field, value) => {
    expect((await edit(shop, { [field]: value })).status).toBe(400);
  });

  it('of a new node and of a copy are inherited', async () => {
    const { body } = await api.call(companyChangesHttp.add, owner, { name: 'New', parent_company_id: riga.company_id });
    expect((await effective({ ...shop, company_id: body.id })).body).toEqual((await effective(riga)).body);
    const copy = await api.call(companyChangesHttp.duplicate, owner, { company_id: riga.company_id });
    expect((await effective({ ...shop, company_id: copy.body.id })).body.volume_max).toEqual({
      value: 60,
      source_company_id: copy.body.id,
    });
  });
});
