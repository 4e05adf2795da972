import { createHash, randomUUID } from 'node:crypto';
import { deleteOldMusic } from '@belfry/api/features/announcements/music/index';
import { heardMusicHttp } from '@belfry/schemas/http/announcements/heard-music';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { describe, expect, it } from 'vitest';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, tone, uploadAudio } from '../../support/library.ts';
import { createSchool, dateIn, type School } from '../../support/programmes.ts';
import type { Stack } from '../../support/stack.ts';

let stack: Stack;
let owner: TestUser;
let school: School;
let sha256: string;
let audioId: number;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  school = await createSchool(stack, owner);
  const { body } = await uploadAudio(stack, owner, tone('mp3'), { name: '=Intro' });
  ({ sha256, id: audioId } = body);
});

const JOURNAL = randomUUID();
const week = { from: dateIn(-3), to: dateIn(1) };
const played = (seq: number, overrides: object = {}) => ({
  seq,
  sha256,
  at: new Date().toISOString(),
  seconds: 180,
  ...overrides,
});
const report = (tracks: object[], journal = JOURNAL, device = school.device) =>
  stack.call(heardMusicHttp.report, { key: deviceAuthorization(device) }, { journal, tracks });
const heard = async (caller: TestUser, query: object = week) =>
  (await stack.call(heardMusicHttp.tracks, caller, { ...week, ...query })).body;

it('counts each reported track once, also where the device sends it again, and again after it counts anew', async () => {
  expect((await report([played(1), played(2)])).body).toEqual({ stored_seq: 2 });
  expect((await report([played(1), played(2), played(3)])).body).toEqual({ stored_seq: 3 });
  expect((await report([played(2)])).body).toEqual({ stored_seq: 3 });
  const [row] = await heard(owner);
  expect(row).toMatchObject({ place: 'Hall', title: 'Tone', artist: 'Tester', plays: 3, seconds: 540 });
  expect((await report([played(1)], randomUUID())).body).toEqual({ stored_seq: 1 });
  expect(await heard(owner)).toMatchObject([{ plays: 4, seconds: 720 }]);
});

it('ignores what its owner does not have, and what a wrong clock has dated', async () => {
  const unknown = createHash('sha256').update('no audio').digest('hex');
  const at = new Date(Date.now() - 40 * 86_400_000).toISOString();
  const before = await heard(owner);
  const answer = await report([played(1, { sha256: unknown }), played(2, { at })], randomUUID());
  expect(answer.body).toEqual({ stored_seq: 2 });
  expect(await heard(owner)).toEqual(before);
});

it('tells the days of the place, within a quarter', async () => {
  // At 23:30 UTC it is the next day in Berlin.
  await report([played(1, { at: `${dateIn(-3)}T23:30:00.000Z`, seconds: 60 })], randomUUID());
  const day = dateIn(-2);
  expect(await heard(owner, { from: day, to: day })).toMatchObject([{ plays: 1, first_day: day, last_day: day }]);
  for (const wrong of [
    { from: dateIn(1), to: dateIn(0) },
    { from: dateIn(-93), to: dateIn(0) },
  ])
    expect((await stack.call(heardMusicHttp.tracks, owner, wrong)).status).toBe(400);
});

it('keeps name and artist when the audio is deleted', async () => {
  const before = await heard(owner);
  expect((await stack.call(audioHttp.remove, owner, { id: audioId })).status).toBe(204);
  expect(await heard(owner)).toEqual(before);
  const journal = randomUUID();
  expect((await report([played(1)], journal)).status).toBe(200);
  expect((await heard(owner))[0]?.plays).toBe((before[0]?.plays ?? 0) + 1);
});

describe('the report', () => {
  it('is for the owner, administrators and who reads the places, and a node stands for what is below it', async () => {
    const admin = await createAdmin(stack);
    expect(await heard(await createUser(stack))).toEqual([]);
    expect(await heard(admin, { user_id: owner.id })).toHaveLength(1);
    expect(await heard(owner, { company_id: school.main })).toHaveLength(1);
    const other = await createCompany(stack, { user_id: owner.id });
    expect(await heard(owner, { company_id: other.company_id })).toEqual([]);
  });

  it('is CSV in which no name is a formula', async () => {
    const response = await stack.raw(heardMusicHttp.csv, owner, week);
    const file = `music-${week.from}-${week.to}.csv`;
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${file}"`);
    const text = await response.text();
    expect(text).toContain("Tester,Tone,'=Intro,0,");
  });

  it('is refused to devices, and reports to people', async () => {
    const key = deviceAuthorization(school.device);
    expect((await stack.call(heardMusicHttp.tracks, { key }, week)).status).toBe(401);
    const body = { journal: JOURNAL, tracks: [played(9)] };
    expect((await stack.call(heardMusicHttp.report, owner, body)).status).toBe(403);
    expect((await stack.call(heardMusicHttp.report, await createAdmin(stack), body)).status).toBe(404);
  });

  it('of a device without an owner is empty', async () => {
    const device = await createDevice(stack);
    expect((await report([played(1)], randomUUID(), device)).body).toEqual({ stored_seq: 1 });
  });

  it('forgets what is older than the retention', async () => {
    const other = await createUser(stack);
    const { device } = await createSchool(stack, other);
    const body = await createAudio(stack, other, tone('mp3'));
    await report([played(1, { sha256: body.sha256 })], randomUUID(), device);
    expect(await heard(other)).toHaveLength(1);
    await stack.db.updateTable('heard_music').set({ day: '2020-01-01' }).where('user_id', '=', other.id).execute();
    await deleteOldMusic(stack.db, new Date('2020-01-02'));
    const rows = await stack.db.selectFrom('heard_music').selectAll().where('user_id', '=', other.id).execute();
    expect(rows).toEqual([]);
  });
});
