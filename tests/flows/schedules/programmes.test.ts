import { createHash } from 'node:crypto';
import { forgetAnnounced } from '@belfry/api/features/schedules/programmes/delivery.repository';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { until } from '../../support/until.ts';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { createMessage } from '../../support/library.ts';
import {
  createSchool,
  dateIn,
  fetchProgramme,
  programmeOf,
  settled,
  type School,
  scheduleBody,
} from '../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { deviceAuthorization } from '../../support/device-authorization.ts';

let api: TestApi;
let owner: TestUser;
let school: School;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner);
});

const bell = async (overrides: object = {}) =>
  scheduleBody([school.main], {
    name: 'First lesson',
    action: { type: 'message', message_id: (await createMessage(api, owner)).id },
    starts_at: `${dateIn(1)}T08:00`,
    rrule: 'FREQ=DAILY',
    duration_minutes: null,
    ...overrides,
  });

describe('the programme of a device', () => {
  it('has the runs of the next seven days in the zone of its place, with rendered audio that the device may fetch', async () => {
    const { body: schedule } = await api.call(schedulesHttp.create, owner, await bell());
    const programme = await programmeOf(api, school.device, 'the bells', ({ runs }) => runs.length >= 6);
    expect(programme).toMatchObject({ serial: school.device.serial, time_zone: 'Europe/Berlin' });
    const [first] = programme.runs;
    expect(first).toMatchObject({
      kind: 'speech',
      schedule_id: schedule.id,
      title: 'First lesson',
      priority: 'scheduled',
    });
    expect(new Date(first?.at ?? 0).toLocaleString('en-GB', { timeZone: 'Europe/Berlin' })).toContain('08:00:00');
    const sha256 = programme.audio[0]?.sha256 ?? '';
    const asDevice = { key: deviceAuthorization(school.device) };
    expect((await api.call(audioContentHttp.download, asDevice, { sha256 })).status).toBe(200);
    await settled(api);
    expect((await api.call(schedulesHttp.read, owner, { id: schedule.id })).body).toMatchObject({
      devices: 1,
      problem: null,
    });
  });

  it('that waits for its turn is announced at once where the broker has lost what it retained', async () => {
    await api.call(schedulesHttp.create, owner, await bell());
    await programmeOf(api, school.device, 'the bells', ({ runs }) => runs.length >= 6);
    await settled(api);
    const topic = `devices/${school.device.serial}/programme`;
    const announced = () => api.broker.published.filter((message) => message.topic === topic).length;
    await until('it is announced', () => announced() > 0);
    const before = announced();
    await api.db
      .updateTable('programmes')
      .set({ announce_at: new Date(Date.now() + 3_600_000) })
      .where('device_id', '=', school.device.device_id)
      .execute();
    await forgetAnnounced(api.db, [school.device.serial]);
    await until('it is announced again', () => announced() > before);
  });

  it('is announced with the hash of its body, by which it is fetched once', async () => {
    await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { starts_at: `${dateIn(1)}T08:00`, rrule: null }),
    );
    await programmeOf(api, school.device, 'the silence', ({ runs }) => runs.length === 1);
    const topic = `devices/${school.device.serial}/programme`;
    const payload = await until(
      'the announcement',
      () => api.broker.published.findLast((m) => m.topic === topic)?.payload,
    );
    const answer = await fetchProgramme(api, school.device);
    expect(createHash('sha256').update(JSON.stringify(answer.body)).digest('hex')).toBe(
      (payload as { sha256: string }).sha256,
    );
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toBe(`"${(payload as { sha256: string }).sha256}"`);
    expect((await fetchProgramme(api, school.device, etag)).status).toBe(304);
  });

  it('gets a new version for a change that concerns it, and none for another', async () => {
    const other = await createDevice(api, { user_id: owner.id });
    const silence = scheduleBody([school.main], { starts_at: `${dateIn(1)}T08:00`, rrule: null });
    const { id } = (await api.call(schedulesHttp.create, owner, silence)).body;
    const before = await programmeOf(api, school.device, 'the silence', ({ runs }) => runs.length === 1);
    await api.call(schedulesHttp.create, owner, scheduleBody([], { ...silence, targets: { devices: [other.serial] } }));
    await programmeOf(api, other, 'its own silence', ({ runs }) => runs.length === 1);
    await settled(api);
    expect((await fetchProgramme(api, school.device)).body.version).toBe(before.version);
    await api.call(schedulesHttp.change, owner, { id, name: 'Exams' });
    const after = await programmeOf(api, school.device, 'the new name', ({ runs }) => runs[0]?.title === 'Exams');
    expect(after.version).toBe(before.version + 1);
    expect(after.runs[0]?.run_id).toBe(before.runs[0]?.run_id);
    await api.call(schedulesHttp.remove, owner, { id });
    await programmeOf(api, school.device, 'nothing', ({ runs }) => runs.length === 0);
  });

  it('follows the texts of messages, the zone of the place and the owner of the device', async () => {
    const message = await createMessage(api, owner);
    await api.call(schedulesHttp.create, owner, await bell({ action: { type: 'message', message_id: message.id } }));
    const before = await programmeOf(api, school.device, 'the bells', ({ runs }) => runs.length >= 6);
    const variants = [{ language: 'en', text: 'The lesson ends' }];
    await api.call(messagesHttp.change, owner, { id: message.id, variants });
    const spoken = await programmeOf(
      api,
      school.device,
      'the new text',
      ({ audio, runs }) => runs.length >= 6 && audio[0]?.sha256 !== before.audio[0]?.sha256,
    );
    await api.db.updateTable('companies').set({ time_zone: '+05:30' }).where('company_id', '=', school.main).execute();
    const moved = await programmeOf(api, school.device, 'the new zone', ({ time_zone }) => time_zone === '+05:30');
    expect(moved.runs[0]?.at).not.toBe(spoken.runs[0]?.at);
    expect(moved.runs[0]?.run_id).toBe(spoken.runs[0]?.run_id);
    await api.db
      .updateTable('devices')
      .set({ user_id: null, company_id: null })
      .where('device_id', '=', school.device.device_id)
      .execute();
    await programmeOf(
      api,
      school.device,
      'nothing without an owner',
      ({ runs, audio }) => runs.length + audio.length === 0,
    );
  });

  it('has the emergency messages of its owner', async () => {
    await createMessage(api, owner, { name: 'Fire', emergency: true, chime: 'alarm' });
    const { emergency, audio } = await programmeOf(
      api,
      school.device,
      'the emergency',
      (p) => p.emergency.length === 1,
    );
    expect(emergency).toMatchObject([{ name: 'Fire', items: [{}, {}] }]);
    expect(audio).toHaveLength(2);
  });

  it('is read by its owner, and by no stranger and no other device', async () => {
    await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { starts_at: `${dateIn(1)}T08:00`, rrule: null }),
    );
    await programmeOf(api, school.device, 'the silence', ({ runs }) => runs.length === 1);
    const { serial } = school.device;
    expect((await api.call(programmeHttp.read, owner, { serial })).status).toBe(200);
    expect((await api.call(programmeHttp.read, await createUser(api), { serial })).status).toBe(404);
    expect((await fetchProgramme(api, { ...school.device, device_key: 'wrong' })).status).toBe(401);
    expect((await fetchProgramme(api, await createDevice(api))).status).toBe(404);
  });
});

describe('a schedule', () => {
  it('refuses places and sounds of another user', async () => {
    const stranger = await createUser(api);
    const message = await createMessage(api, stranger);
    const foreign = await createSchool(api, stranger);
    const actions = [
      { type: 'message', message_id: message.id },
      { type: 'playlist', playlist_id: 987_654 },
      { type: 'station', station_id: 987_654 },
    ];
    const bodies = [
      ...actions.map((action) => scheduleBody([school.main], { action })),
      scheduleBody([foreign.main]),
      { ...scheduleBody([]), targets: { devices: [foreign.device.serial] } },
      { ...scheduleBody([school.main]), targets: { nodes: [school.main], except: { nodes: [foreign.node] } } },
    ];
    for (const body of bodies) expect((await api.call(schedulesHttp.create, owner, body)).status).toBe(404);
  });
});
