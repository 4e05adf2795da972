/** @module-tag full */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { advanceDate } from '../../support/fake-date.ts';
import { startGoogleTts, type FakeGoogle } from '../../support/providers/google-tts.ts';
import { until } from '../../support/until.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { createMessage } from '../../support/library.ts';
import { createSchool, dateIn, programmeOf, type School, scheduleBody } from '../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

const VOICE = { default_language: 'de-DE', default_voice: 'de-DE-Standard-A' };
/** More than the attempts of a text. */
const FAILURES = 50;

let google: FakeGoogle;
let api: TestApi;
let owner: TestUser;
let school: School;
beforeAll(async () => {
  google = await startGoogleTts(await readFile(join(import.meta.dirname, '../../support/audio/tone.mp3')));
  google.voices.push({
    name: VOICE.default_voice,
    languageCodes: [VOICE.default_language],
    ssmlGender: 'FEMALE',
    naturalSampleRateHertz: 24_000,
  });
  api = await startTestApi({
    RATE_LIMIT_SCALE: '100',
    GOOGLE_TTS_URL: google.url,
    GOOGLE_TTS_CREDENTIALS: google.credentials,
  });
  const admin = await createAdmin(api);
  expect((await api.call(voicesBulkHttp.sync, admin)).status).toBe(200);
  owner = await createUser(api);
  school = await createSchool(api, owner);
  await api.db.updateTable('companies').set(VOICE).where('company_id', '=', school.main).execute();
});
afterAll(async () => {
  vi.useRealTimers();
  await api.stop();
  await google.stop();
});

async function bell(name: string, text: string): Promise<number> {
  const { id } = await createMessage(api, owner, { name, variants: [{ language: 'de', text }] });
  const action = { type: 'message', message_id: id };
  const rule = { starts_at: `${dateIn(1)}T08:00`, rrule: 'FREQ=DAILY', duration_minutes: null };
  return (await api.call(schedulesHttp.create, owner, scheduleBody([school.main], { name, action, ...rule }))).body.id;
}

/**
 * Lets the time pass after which what could not be rendered is tried again, until it has been tried after the provider is back: the api looks once a
 * minute, and not for an owner that is being compiled at that moment.
 */
async function passRetryTime(scheduleId: number): Promise<void> {
  const retry = async () => {
    await sql`
      update programme_owners set leased_at = least(leased_at, now() - interval '11 minutes') where lease is null`.execute(
      api.db,
    );
    advanceDate(61);
    return api.call(schedulesHttp.read, owner, { id: scheduleId });
  };
  await until('it is planned', retry, ({ body }) => body.problem === null, undefined, 1_000);
}

it('a failing speech provider leaves out only the texts that are new, which are named and follow when it is back', async () => {
  const first = await bell('First', 'Die Stunde beginnt');
  const before = await programmeOf(api, school.device, 'the first bell', ({ runs }) => runs.length >= 6);
  google.failNext(...Array<number>(FAILURES).fill(503));
  const second = await bell('Second', 'Die Stunde endet');
  const named = await until(
    'the reason',
    () => api.call(schedulesHttp.read, owner, { id: second }),
    ({ body }) => body.problem !== null,
  );
  expect(named.body.problem).toContain('503');
  expect((await api.call(schedulesHttp.read, owner, { id: first })).body.problem).toBeNull();
  const during = await programmeOf(api, school.device, 'the first bell still', ({ runs }) => runs.length >= 6);
  expect(new Set(during.runs.map(({ schedule_id }) => schedule_id))).toEqual(new Set([first]));
  expect(during.audio).toEqual(before.audio);

  google.recover();
  await passRetryTime(second);
  const after = await programmeOf(api, school.device, 'both bells', ({ runs }) =>
    runs.some(({ schedule_id }) => schedule_id === second),
  );
  // Not compared with the programme before: at 18:00 UTC both bells get a day more.
  const runsOf = (id: number) => after.runs.filter(({ schedule_id }) => schedule_id === id).length;
  expect([runsOf(second), after.runs.length]).toEqual([runsOf(first), 2 * runsOf(first)]);
  expect((await api.call(schedulesHttp.read, owner, { id: second })).body.problem).toBeNull();
});
