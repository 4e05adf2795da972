import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { flow } from '../../support/flow.ts';
import { advanceBudgets, confirmRecipients, mailTo } from '../../support/outbox.ts';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { responsiblePeopleHttp } from '@belfry/schemas/http/companies/responsible-people';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { createMessage } from '../../support/library.ts';
import { createSchool, settled, type School, scheduleBody } from '../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

let api: TestApi;
let owner: TestUser;
let school: School;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner, 'UTC');
});

/** Wall-clock time in UTC, so many seconds from now. */
const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toISOString().slice(0, 19);
const once = (seconds: number, overrides: object) =>
  scheduleBody([school.main], { starts_at: inSeconds(seconds), rrule: null, duration_minutes: null, ...overrides });
const notices = () =>
  api.db
    .selectFrom('outgoing_messages')
    .selectAll()
    .where('user_id', '=', owner.id)
    .where('kind', '=', 'notice')
    .execute();
const runs = () => api.db.selectFrom('command_runs').selectAll().where('issued_by', '=', owner.id).execute();

describe('system maintenance', () => {
  it('sends its command at its instant to the places whose time it is, once', async () => {
    const elsewhere = await createCompany(api, { user_id: owner.id, time_zone_utc: 300 });
    await createDevice(api, { user_id: owner.id, company_id: elsewhere.company_id });
    const targets = { nodes: [school.main, elsewhere.company_id] };
    await api.call(
      schedulesHttp.create,
      owner,
      once(4, { action: { type: 'maintenance', command: 'reboot' }, targets }),
    );
    const [run] = await until('the run', runs, (all) => all.length > 0);
    expect(run).toMatchObject({ devices: 1, waves: 1 });
    const devices = api.db
      .selectFrom('command_run_devices')
      .select('device_id')
      .where('run_id', '=', run?.id ?? '');
    expect(await devices.execute()).toEqual([{ device_id: school.device.device_id }]);
    await settled(api);
    expect(await runs()).toHaveLength(1);
  });

  it('does not happen at an instant that was changed before', async () => {
    const { body } = await api.call(
      schedulesHttp.create,
      owner,
      once(3_600, { action: { type: 'maintenance', command: 'reboot' } }),
    );
    await settled(api);
    await api.call(schedulesHttp.change, owner, { id: body.id, starts_at: inSeconds(7_200) });
    await settled(api);
    const tasks = () => api.db.selectFrom('schedule_tasks').selectAll().where('user_id', '=', owner.id).execute();
    expect(await tasks()).toHaveLength(1);
    // The job of the former instant comes nevertheless.
    const former = await sql<{ id: string }>`
      update jobs.job set start_after = now()
      where name = 'schedule-tasks' and state = 'created' and data ->> 'at' = ${new Date(`${body.starts_at}Z`).toISOString()}
      returning id`.execute(api.db);
    expect(former.rows).toHaveLength(1);
    await until('its end', async () => {
      const { rows } = await sql`
        select from jobs.job where id = ${former.rows[0]?.id} and state = 'completed'`.execute(api.db);
      return rows.length === 1;
    });
    expect(await runs()).toEqual([]);
  });
});

describe('a report', () => {
  it('is sent as a CSV file to its address, which administrators can download', async () => {
    await confirmRecipients(api, ['boss@belfry.test']);
    await api.call(
      schedulesHttp.create,
      owner,
      once(3, { name: 'Weekly www.evil.com', action: { type: 'report', days: 7, email: 'boss@belfry.test' } }),
    );
    const [mail] = await until('the mail', notices, (all) => all.length > 0);
    expect(mail).toMatchObject({
      channel: 'mail',
      recipient: 'boss@belfry.test',
      subject: 'Report: Weekly www evil com',
    });
    const { attachments } = await mailTo(api, 'boss@belfry.test');
    const [file] = attachments;
    expect(file).toMatchObject({
      filename: expect.stringMatching(/^report-\d{4}-\d\d-\d\d\.csv$/),
      mimeType: 'text/csv',
    });
    const csv = '\uFEFFtime,announcement,place,state,reason,local_time,time_zone\r\n';
    expect(Buffer.from(file?.content as ArrayBuffer).toString('utf8')).toBe(csv);
    const admin = await createAdmin(api);
    const of = { id: mail?.id };
    expect((await api.call(outboxHttp.read, admin, of)).body).toMatchObject({ attachment: file?.filename });
    const downloaded = await api.raw(outboxHttp.attachment, admin, of);
    expect(downloaded.headers.get('content-disposition')).toBe(`attachment; filename="${file?.filename}"`);
    expect(Buffer.from(await downloaded.arrayBuffer()).toString('utf8')).toBe(csv);
    expect((await api.call(outboxHttp.attachment, owner, of)).status).toBe(403);
    expect((await api.call(outboxHttp.attachment, admin, { id: '999999' })).status).toBe(404);
  });
});

describe('places that have not heard a run', () => {
  const people = [
    { name: 'Anna', email: 'anna@belfry.test', phone: '+37120000000', language: 'en' },
    { name: 'Иван', email: 'ivan@belfry.test', phone: null, language: 'ru' },
  ];
  beforeEach(async () => {
    await confirmRecipients(
      api,
      people.flatMap(({ email, phone }) => [email, phone]),
    );
    // The phone of an earlier test has had its message of this hour.
    await advanceBudgets(api, 2);
    await api.call(responsiblePeopleHttp.replace, owner, { company_id: school.main, people });
  });
  const bell = async (action?: object) => {
    const message = await createMessage(api, owner, { variants: [{ language: 'en', text: 'Lesson' }] });
    // A run of more than a minute before the edit would be none; until then even a busy machine has stored it.
    return once(-20, {
      name: 'Bell http://evil.example',
      action: action ?? { type: 'message', message_id: message.id },
      missed: { policy: 'notify', minutes: 1 },
    });
  };

  /** After which it is checked who has heard the run. */
  async function passMinute(): Promise<void> {
    await sql`update schedule_tasks set due_at = now() where user_id = ${owner.id}`.execute(api.db);
    await sql`update jobs.job set start_after = now() where name = 'schedule-tasks' and state = 'created'`.execute(
      api.db,
    );
  }

  it('are listed in one mail and one SMS to each responsible person', async () => {
    // The audio is rendered first, since a run without it is in no programme.
    const first = await api.call(schedulesHttp.create, owner, await bell());
    await api.call(schedulesHttp.change, owner, { id: first.body.id, enabled: false });
    await settled(api);
    await api.call(schedulesHttp.create, owner, await bell(first.body.action));
    await settled(api);
    await passMinute();
    const sent = await until('the messages', notices, (all) => all.length >= 3);
    expect(sent.map(({ channel, recipient, lang }) => `${channel} ${recipient} ${lang}`).toSorted()).toEqual([
      'mail anna@belfry.test en',
      'mail ivan@belfry.test ru',
      'sms +37120000000 en',
    ]);
    const text = sent.find(({ lang }) => lang === 'en')?.text;
    expect(text).toContain('Hall');
    expect(text).toContain('(UTC)');
    for (const { text, subject } of sent) expect(`${subject ?? ''} ${text}`).toMatch(/Bell evil example/);
    for (const { text, subject } of sent) expect(`${subject ?? ''} ${text}`).not.toMatch(/evil\.|:\/\//);
    await settled(api);
    expect(await notices()).toHaveLength(3);
  });

  it('are told as well where the text cannot be spoken, on a device that has never connected', async () => {
    const variants = [{ language: 'tlh', text: 'nuqneH' }];
    const silent = await createMessage(api, owner, { variants });
    const { body } = await api.call(
      schedulesHttp.create,
      owner,
      await bell({ type: 'message', message_id: silent.id }),
    );
    await until(
      'the reason',
      async () => (await api.call(schedulesHttp.read, owner, { id: body.id })).body.problem !== null,
    );
    await settled(api);
    await passMinute();
    const sent = await until('the messages', notices, (all) => all.length >= 3);
    expect(sent.find(({ channel, lang }) => channel === 'mail' && lang === 'en')?.text).toContain(
      'Reason: There is no voice for the language tlh',
    );
  });
});
