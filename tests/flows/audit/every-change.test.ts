import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { auditHttp } from '@belfry/schemas/http/audit';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { templatesHttp } from '@belfry/schemas/http/mail/templates';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { newUserBody, signInRoot } from '../../support/accounts.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createSpeakers,
  createUser,
  PASSWORD,
  type TestUser,
} from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { scheduleBody } from '../../support/programmes.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

/** The rows of an organisation as its owner reads them, oldest first. */
const rowsOf = async (owner: TestUser, filter: object = {}) =>
  (await api.call(auditHttp.list, owner, { page_size: 100, ...filter })).body.toReversed();

const NEW_PASSWORD = 'Another-1';
const WIFI_PASSWORD = 'wifi-of-the-shop';

describe('what a person changes in their own organisation', () => {
  it('leaves a row for each change, with what it was and what it is', async () => {
    const owner = await createUser(api, { name: 'Ada', city: null });
    const main = (await api.call(companyChangesHttp.addMain, owner, { name: 'Shops' })).body.company_id;
    const company = (
      await api.call(companyChangesHttp.add, owner, { parent_company_id: main, name: 'Riga', type: 'Company' })
    ).body.company_id;
    const node = (
      await api.call(companyChangesHttp.add, owner, { parent_company_id: company, name: 'Hall', type: 'Device' })
    ).body.company_id;
    await api.call(companyChangesHttp.edit, owner, { company_id: node, name: 'Big hall' });
    const device = await createDevice(api, { user_id: owner.id });
    await api.call(bindingHttp.bind, owner, { serial: device.serial, company_id: node });
    await api.call(configurationHttp.save, owner, {
      serial: device.serial,
      system_volume: 40,
      wifi_pass: WIFI_PASSWORD,
    });
    const group = (await api.call(groupsHttp.create, owner, { name: 'Halls', devices: [node] })).body.id;
    await api.call(groupsHttp.rename, owner, { id: group, name: 'All halls' });
    await api.call(groupsHttp.removeDevice, owner, { group_id: group, device_id: node });
    const message = await createMessage(api, owner);
    await api.call(messagesHttp.change, owner, { id: message.id, name: 'Gong' });
    const schedule = (await api.call(schedulesHttp.create, owner, scheduleBody([node]))).body.id;
    await api.call(schedulesHttp.change, owner, { id: schedule, name: 'Silence' });
    await api.call(schedulesHttp.remove, owner, { id: schedule });
    await api.call(messagesHttp.remove, owner, { id: message.id });
    await api.call(groupsHttp.remove, owner, { id: group });
    await api.call(templatesHttp.create, owner, { name: 'Late', text: 'We open later' });
    await api.call(usersHttp.update, owner, { city: 'Riga' });
    await api.call(passwordsHttp.change, owner, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD });

    const rows = await rowsOf(owner);
    const summary = rows.map(({ action, object_id, before, after }) => ({ action, object_id, before, after }));
    expect(summary.slice(0, 16)).toMatchObject([
      { action: 'company.add', object_id: String(main), before: null, after: { name: 'Shops', type: 'Main' } },
      { action: 'company.add', object_id: String(company), before: null, after: { name: 'Riga' } },
      { action: 'company.add', object_id: String(node), before: null, after: { name: 'Hall' } },
      { action: 'company.edit', object_id: String(node), before: { name: 'Hall' }, after: { name: 'Big hall' } },
      { action: 'device.bind', before: { company_id: null }, after: { company_id: node } },
      {
        action: 'device.configure',
        object_id: device.serial,
        before: { system_volume: 100 },
        after: { system_volume: 40 },
      },
      { action: 'group.create', object_id: String(group), before: null, after: { name: 'Halls', devices: [node] } },
      { action: 'group.rename', object_id: String(group), before: { name: 'Halls' }, after: { name: 'All halls' } },
      { action: 'group.remove', object_id: String(group), before: { devices: [node] } },
      { action: 'library.create', object_id: String(message.id), before: null, after: { name: 'Bell' } },
      { action: 'library.change', object_id: String(message.id), before: { name: 'Bell' }, after: { name: 'Gong' } },
      { action: 'schedule.create', object_id: String(schedule), before: null, after: { name: 'Quiet lessons' } },
      {
        action: 'schedule.change',
        object_id: String(schedule),
        before: { name: 'Quiet lessons' },
        after: { name: 'Silence' },
      },
      { action: 'schedule.delete', object_id: String(schedule), before: { name: 'Silence' }, after: null },
      { action: 'library.delete', object_id: String(message.id), before: { name: 'Gong' }, after: null },
      { action: 'group.delete', object_id: String(group), before: { name: 'All halls' }, after: null },
    ]);
    expect(summary.slice(16).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['sms_template.create', 'user.update-profile', 'account.change-password']),
    );
    expect(rows.find(({ action }) => action === 'user.update-profile')).toMatchObject({
      before: { city: null },
      after: { city: 'Riga' },
    });
    for (const row of rows) {
      expect(row).toMatchObject({
        door: 'rest',
        owner_id: owner.id,
        actor: { user_id: owner.id, name: 'Ada' },
        acting_as: null,
      });
      expect(row.ip).toMatch(/127\.0\.0\.1/);
      expect(row.key_id).toBeGreaterThan(0);
    }
    const text = JSON.stringify(
      await api.db.selectFrom('audit_log').selectAll().where('user_id', '=', owner.id).execute(),
    );
    for (const secret of [PASSWORD, NEW_PASSWORD, WIFI_PASSWORD, owner.key, device.pass, device.device_key])
      expect(text).not.toContain(secret);
  });

  it('leaves a row for a command, in the statement that stores it, and none for what a page reads', async () => {
    const owner = await createUser(api);
    const { ids } = await createSpeakers(api, owner, 1);
    const { serial, device_id } = await createDevice(api, { user_id: owner.id, company_id: ids[0] });
    await sql`update device_state set reported_status = 'online' where device_id = ${device_id}`.execute(api.db);
    const send = (body: object) => api.call(commandsHttp.send, owner, { serial, ...body });
    expect((await send({ command: 'system_info', background: true })).status).toBe(200);
    const sent = await Promise.all(
      [10, 20, 30].map((volume) => send({ command: 'set_volume', params: { channel: 1, volume } })),
    );
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await rowsOf(owner, { action: 'command' });
    expect(rows.map(({ details }) => details?.['command_id'])).toEqual(
      expect.arrayContaining(sent.map(({ body }) => body.commandId)),
    );
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(Object.keys(row.details ?? {}).toSorted()).toEqual(['command', 'command_id']);
      expect(row).toMatchObject({
        action: 'command.send',
        object_id: serial,
        company_id: ids[0],
        owner_id: owner.id,
        actor: { user_id: owner.id },
      });
    }
    const { body } = await api.call(timelineHttp.read, owner, { serial, types: 'audit' });
    expect(body.entries).toEqual([]);
  });

  it('leaves no row where it is refused, or only read', async () => {
    const [owner, stranger] = [await createUser(api), await createUser(api)];
    const { company_id } = await createCompany(api, { user_id: owner.id });
    expect((await api.call(companyChangesHttp.edit, stranger, { company_id, name: 'Mine' })).status).toBe(404);
    expect((await api.call(groupsHttp.create, owner, { name: '' })).status).toBe(400);
    await api.call(messagesHttp.preview, owner, { text: 'Hello', language: 'en' });
    expect(await rowsOf(owner)).toEqual([]);
    expect(await rowsOf(stranger)).toEqual([]);
  });
});

describe('what an administrator changes', () => {
  it('for others is read by their owner without the administrator, and by administrators with all of it', async () => {
    const [owner, admin] = [await createUser(api), await createAdmin(api, { name: 'Grace' })];
    const { company_id } = await createCompany(api, { user_id: owner.id, name: 'Shop' });
    await api.call(companyChangesHttp.edit, admin, { company_id, name: 'Store' });
    const [row] = await rowsOf(owner);
    expect(row).toMatchObject({
      action: 'company.edit',
      actor: null,
      ip: null,
      company_id,
      before: { name: 'Shop' },
      after: { name: 'Store' },
    });
    const { body } = await api.call(auditHttp.list, admin, { company_id });
    expect(body).toMatchObject([
      { action: 'company.edit', actor: { user_id: admin.id, name: 'Grace' }, owner_id: owner.id },
    ]);
  });

  it('as somebody else names both, and came in through another door', async () => {
    const [owner, admin] = [await createUser(api), await createAdmin(api)];
    const { body } = await api.call(userKeysHttp.impersonate, admin, { user_id: owner.id });
    await api.call(groupsHttp.create, { key: body.user_key }, { name: 'Halls', devices: [] });
    const { serial, device_id } = await createDevice(api, { user_id: owner.id });
    await sql`update device_state set reported_status = 'online' where device_id = ${device_id}`.execute(api.db);
    const command = { serial, command: 'set_volume', params: { channel: 1, volume: 30 } };
    expect((await api.call(commandsHttp.send, { key: body.user_key }, command)).status).toBe(200);
    const { body: commands } = await api.call(auditHttp.list, admin, { actor: String(admin.id), action: 'command' });
    expect(commands).toMatchObject([{ object_id: serial, acting_as: { user_id: owner.id }, door: 'impersonation' }]);
    const { body: rows } = await api.call(auditHttp.list, admin, { actor: String(admin.id), action: 'group' });
    expect(rows).toMatchObject([
      { door: 'impersonation', actor: { user_id: admin.id }, acting_as: { user_id: owner.id }, owner_id: owner.id },
    ]);
    expect(await rowsOf(owner, { action: 'group' })).toMatchObject([
      { action: 'group.create', acting_as: { user_id: owner.id } },
    ]);
  });

  it('with people has no password, and is read by no user', async () => {
    const admin = await createAdmin(api);
    const body = newUserBody();
    const { body: made } = await api.call(userChangesHttp.add, admin, body);
    const { body: rows } = await api.call(auditHttp.list, admin, { actor: String(admin.id), action: 'user.add' });
    expect(rows).toMatchObject([{ object_id: String(made.user.id), after: { name: body.name }, owner_id: null }]);
    expect(JSON.stringify(rows)).not.toContain(body.pass);
    expect(
      (await api.call(auditHttp.list, admin, { actor: String(admin.id), action: 'user' })).headers.get('x-total-count'),
    ).toBe('1');
  });

  it('who is a root is hidden from admins', async () => {
    const [root, admin] = [await signInRoot(api), await createAdmin(api)];
    const { company_id } = await createCompany(api, { user_id: root.id });
    await api.call(companyChangesHttp.edit, root, { company_id, name: 'Of the root' });
    expect((await api.call(auditHttp.list, admin, { company_id })).body).toEqual([]);
    expect((await api.call(auditHttp.list, root, { company_id })).body).toHaveLength(1);
  });
});
