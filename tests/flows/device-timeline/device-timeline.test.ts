import { type TimelineEntry, timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';
import { topics } from '@belfry/schemas/mqtt/topics';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { bulkHttp } from '@belfry/schemas/http/fleet/bulk';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';

let stack: Stack;
let admin: TestUser;
let owner: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  [admin, owner] = [await createAdmin(stack), await createUser(stack)];
});

const call = (serial: string, query: object = {}, { key } = admin) =>
  stack.call(timelineHttp.read, { key }, { serial, ...query });
const read = async (serial: string, query: object = {}, as = admin): Promise<TimelineEntry[]> =>
  (await call(serial, query, as)).body.entries;
/** Waits until so many entries of these types are there, newest first. */
const untilEntries = (serial: string, types: string, count: number): Promise<TimelineEntry[]> =>
  until(
    `${count} of ${types}`,
    () => read(serial, { types }),
    (entries) => entries.length === count,
  );
const edit = ({ device_id }: TestDevice, body: object) =>
  stack.call(devicesAdminHttp.edit, admin, { device_id, ...body });

describe('the timeline of a device', () => {
  it('has its connections and versions, each once', async () => {
    const created = await createDevice(stack);
    const device = await connectDevice(stack.mqttUrl, created);
    await device.status({ device_version: '1.0' });
    await untilEntries(created.serial, 'connection', 1);
    await device.status({ device_version: '1.0' });
    await device.status({ status: 'maintenance', device_version: '1.1' });
    await untilEntries(created.serial, 'connection', 2);
    device.kill();
    expect(await untilEntries(created.serial, 'connection', 3)).toMatchObject([
      { status: 'offline', silent: false },
      { status: 'maintenance' },
      { status: 'online' },
    ]);
    expect(await read(created.serial, { types: 'firmware' })).toMatchObject([
      { version: '1.1', previous: '1.0' },
      { version: '1.0', previous: null },
    ]);
  });

  it('has commands with their phases and who sent them', async () => {
    const created = await createDevice(stack, { user_id: owner.id });
    const device = await connectDevice(stack.mqttUrl, created);
    await device.status();
    await untilEntries(created.serial, 'connection', 1);
    const answer = stack.call(commandsHttp.sendAndWait, owner, { serial: created.serial, command: 'reboot' });
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, phase: 'accepted' });
    await device.respond({ correlation_id, success: false, error: 'no power' });
    await answer;
    const [entry] = await read(created.serial, { types: 'command' });
    expect(entry).toMatchObject({ command: 'reboot', state: 'failed', error: 'no power', broadcast: false });
    expect(entry).toMatchObject({ sent_at: expect.any(String), settled_at: expect.any(String) });
    expect(entry?.by?.user_id).toBe(owner.id);
  });

  it('has configurations as saved, with the person, applied and rejected', async () => {
    const created = await createDevice(stack, { user_id: owner.id });
    const device = await connectDevice(stack.mqttUrl, created);
    const save = (body: object, { key } = admin) =>
      stack.call(configurationHttp.save, { key }, { serial: created.serial, ...body });
    await save({ music_volume: 30 });
    await device.publish(topics.configReported(created.serial), { version: 1 });
    await untilEntries(created.serial, 'configuration', 2);
    await save({ music_volume: 40 }, owner);
    const rejected = { music_volume: 'too loud' };
    await device.publish(topics.configReported(created.serial), { version: 2, rejected });
    expect(await untilEntries(created.serial, 'configuration', 4)).toMatchObject([
      { phase: 'rejected', version: 2, rejected, by: null },
      { phase: 'saved', version: 2, by: { user_id: owner.id } },
      { phase: 'applied', version: 1, by: null },
      { phase: 'saved', version: 1, rejected: {}, by: { user_id: admin.id } },
    ]);
    expect(await read(created.serial, { types: 'configuration' }, owner)).toMatchObject([
      { by: null },
      { by: { user_id: owner.id } },
      { by: null },
      { by: null },
    ]);
    await device.disconnect();
  });

  it('has bindings and audited acts, without the values of what was changed', async () => {
    const device = await createDevice(stack, { user_id: owner.id });
    const main = await createCompany(stack, { user_id: owner.id });
    const company = await createCompany(stack, { below: main, type: 'Company' });
    const node = await createCompany(stack, { below: company, type: 'Device', name: 'North gate' });
    const body = { serial: device.serial, company_id: node.company_id };
    const bound = await stack.call(bindingHttp.bind, admin, { ...body });
    expect(bound.status).toBe(200);
    await edit(device, { note: 'A note' });
    expect(await read(device.serial, { types: 'binding' }, owner)).toMatchObject([
      { bound: true, company_id: node.company_id, company_name: 'North gate' },
    ]);
    const [edited] = await read(device.serial, { types: 'audit' });
    expect(edited).toMatchObject({ action: 'device.edit', fields: ['note'], by: { user_id: admin.id } });
    expect(await read(device.serial, { types: 'audit' }, owner)).toMatchObject([
      { action: 'device.edit', by: null },
      { action: 'device.bind', by: null },
    ]);
  });

  it('has the bulk changes of each of their devices, with the names of what was changed', async () => {
    const [one, other] = [await createDevice(stack), await createDevice(stack)];
    const bulk = (targets: TestDevice[], note: string) =>
      stack.call(bulkHttp.change, admin, {
        targets: { serials: targets.map(({ serial }) => serial) },
        change: { note },
      });
    expect((await bulk([one, other], 'Both')).status).toBe(200);
    await bulk([other], 'One');
    await edit(one, { note: 'Alone' });
    expect(await read(one.serial, { types: 'audit' })).toMatchObject([
      { action: 'device.edit' },
      { action: 'device.bulk', fields: ['note'], by: { user_id: admin.id } },
    ]);
    const entries = await read(other.serial, { types: 'audit' });
    expect(entries).toMatchObject([{ action: 'device.bulk' }, { action: 'device.bulk' }]);
    expect(await read(other.serial, { types: 'audit', before: entries[0]?.id })).toEqual(entries.slice(1));
  });

  it('is paged without gaps and repetitions, and begins with a named entry', async () => {
    const device = await createDevice(stack);
    await sql`
      insert into device_events (device_id, type, at, details)
      select ${device.device_id}, t, now() - (n / 2) * interval '1 minute' + interval '1 hour',
        d::jsonb
      from generate_series(1, 15) n, (values
        ('connection', '{"status":"online","silent":false,"limited":false}'),
        ('firmware', '{"version":"1","previous":null,"limited":false}')) as e (t, d)`.execute(stack.db);
    const all = await read(device.serial);
    expect(all).toHaveLength(30);
    const paged: TimelineEntry[] = [];
    for (let more = true; more;) {
      const before = paged.at(-1)?.id;
      const { body } = await call(device.serial, { limit: 7, before });
      paged.push(...body.entries);
      more = body.more;
    }
    expect(paged.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    expect(await read(device.serial, { limit: 2, from: all[10]?.id })).toEqual(all.slice(10, 12));
  });

  it('rejects wrong types, ids and limits', async () => {
    const { serial } = await createDevice(stack);
    for (const query of [{ types: 'nothing' }, { types: '' }, { before: 'x' }, { limit: 101 }, { limit: 0 }])
      expect((await call(serial, query)).status, JSON.stringify(query)).toBe(400);
  });
});

describe('rights', () => {
  it('hide from a new owner what was before, and from administrators who roots are', async () => {
    const [second, root] = [await createUser(stack), await createUser(stack, { role: 'root' })];
    const created = await createDevice(stack, { user_id: owner.id });
    const device = await connectDevice(stack.mqttUrl, created);
    await device.status();
    await untilEntries(created.serial, 'connection', 1);
    await edit(created, { note: 'Of the first owner' });
    await edit(created, { user_id: second.id });
    const seen = await read(created.serial, {}, second);
    // The new owner's device is disconnected, which is the first that they see of it.
    expect(seen.filter((entry) => entry.type === 'connection' && entry.status === 'online')).toEqual([]);
    const owned = seen.find(({ type }) => type === 'owner');
    expect(owned).toMatchObject({ owned: true, owner: { user_id: second.id }, previous: null });
    expect(seen.filter(({ type }) => type === 'audit')).toHaveLength(1);
    expect(await read(created.serial, { types: 'owner' })).toMatchObject([{ previous: { user_id: owner.id } }]);
    await sql`update devices set user_id = ${root.id} where device_id = ${created.device_id}`.execute(stack.db);
    expect((await read(created.serial, { types: 'owner' }))[0]).toMatchObject({ owned: true, owner: null });
    expect((await read(created.serial, { types: 'owner' }, root))[0]).toMatchObject({ owner: { user_id: root.id } });
  });
});
