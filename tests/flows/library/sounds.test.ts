import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { type AudioOutput, createSimulatedOutput } from '@belfry/device-firmware-sim/playback/audio-output';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { type Audio, audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { bellsHttp } from '@belfry/schemas/http/schedules/bells';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/schedules/timetables';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpeaker, nextPlay } from '../../support/announcements.ts';
import { statusOf } from '../../support/commands.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage, tone, uploadAudio } from '../../support/library.ts';
import { createSchool, dateIn, programmeOf, scheduleBody } from '../../support/programmes.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const FORMATS = ['wav', 'flac', 'ogg'] as const;
type Sounds = Record<(typeof FORMATS)[number], Audio>;

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let audio: Sounds;
const devices: Device[] = [];
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
  audio = await uploadAll(owner);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.stop();
});

async function uploadAll(user: TestUser): Promise<Sounds> {
  const uploaded: Partial<Sounds> = {};
  for (const format of FORMATS) uploaded[format] = (await uploadAudio(stack, user, tone(format))).body;
  return uploaded as Sounds;
}

/** What items are: the format of audio, and `text` of the rest. Files with a gain applied count as what they were made from. */
async function partsOf(items: readonly { sha256: string }[]): Promise<string[]> {
  const made = await stack.db
    .selectFrom('levelled_audio')
    .select(['sha256', 'levelled_sha256'])
    .where('levelled_sha256', 'is not', null)
    .execute();
  const originals = new Map(made.map(({ sha256, levelled_sha256 }) => [levelled_sha256, sha256]));
  return items.map(({ sha256 }) => {
    const original = originals.get(sha256) ?? sha256;
    return FORMATS.find((format) => audio[format].sha256 === original) ?? 'text';
  });
}
const say = (user: TestUser, message_id: number, serials: string[]) =>
  stack.call(sayHttp.say, user, { message_id, targets: { devices: serials } });
const runOf = async (run_id: string) => (await stack.call(announcementsHttp.run, owner, { run_id })).body;
const around = () => ({ audio_before: audio.wav.id, audio_after: audio.flac.id });
const createChime = async (name: string, audio_id: number, user = owner) => {
  const created = await stack.call(chimesHttp.create, user, { name, audio_id });
  expect(created.status).toBe(201);
  return created.body;
};

describe('a message', () => {
  it('is played with the audio around its text, or as audio alone, in each language', async () => {
    const variants = [
      { language: 'en', text: 'The lesson begins', ...around() },
      { language: 'de', text: '', audio_before: audio.ogg.id },
    ];
    const message = await createMessage(stack, owner, { name: 'Lesson', variants });
    expect(message.variants).toEqual(variants);
    const places = await Promise.all(
      ['en-US', 'de-DE', 'fr-FR'].map((default_language) => createSpeaker(stack, owner, main, { default_language })),
    );
    const serials = places.map(({ serial }) => serial);
    const targets = { devices: serials };
    const { body: preview } = await stack.call(sayHttp.preview, owner, { message_id: message.id, targets });
    expect(preview.languages.find(({ language }) => language === 'de-DE')).toEqual({
      language: 'de-DE',
      voice: '',
      devices: 1,
    });
    const { body } = await say(owner, message.id, serials);
    const plays = await Promise.all(places.map(nextPlay));
    const [english, german, french] = await Promise.all(plays.map(({ params }) => partsOf(params.items)));
    expect(english).toEqual(['wav', 'text', 'flac']);
    expect(german).toEqual(['ogg']);
    expect(french).toEqual(english);
    const run = await runOf(body.run_id);
    expect(run.title).toBe('Lesson');
    expect(run.deliveries.find(({ serial }) => serial === serials[1])).toMatchObject({ language: 'de-DE', voice: null });
    const asDevice = { key: deviceAuthorization(places[1]?.device ?? { serial: '', device_key: '' }) };
    for (const { sha256 } of plays[1]?.params.items ?? [])
      expect((await stack.call(audioContentHttp.download, asDevice, { sha256 })).status).toBe(200);
  });

  it('needs a text or audio in each language', async () => {
    const variants = [{ language: 'en', text: '  ' }];
    const answer = await stack.call(messagesHttp.create, owner, { name: 'Empty', variants });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'variants.0.text' }] } });
  });

  it('is not made of the audio or a chime of another organisation', async () => {
    const other = await createUser(stack);
    const foreign = await createChime('Foreign', audio.ogg.id);
    const variants = [{ language: 'en', text: '', audio_after: audio.wav.id }];
    const own = await createMessage(stack, other);
    const answers = await Promise.all([
      stack.call(messagesHttp.create, other, { name: 'Stolen', variants }),
      stack.call(messagesHttp.change, other, { id: own.id, variants }),
      stack.call(messagesHttp.change, other, { id: own.id, chime_id: foreign.id }),
      stack.call(chimesHttp.create, other, { name: 'Stolen', audio_id: audio.wav.id }),
      stack.call(chimesHttp.change, other, { id: foreign.id, name: 'Mine' }),
      stack.call(messagesHttp.preview, other, { language: 'en', audio_before: audio.wav.id }),
      stack.call(messagesHttp.preview, other, { language: 'en', text: 'Hello', chime_id: foreign.id }),
      stack.call(timetablesHttp.create, other, {
        name: 'Stolen',
        colour: 'blue',
        bells: [{ at: '08:00', sound: { type: 'chime', chime: 'bell', chime_id: foreign.id } }],
      }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await stack.call(chimesHttp.list, other)).body).toEqual([]);
  });

  it('keeps its audio from being deleted, until it is played no more', async () => {
    const user = await createUser(stack);
    const { body: sound } = await uploadAudio(stack, user, tone('mp3'));
    const variants = [{ language: 'en', text: '', audio_before: sound.id }];
    const message = await createMessage(stack, user, { name: 'Gong', variants });
    const refused = await stack.call(audioHttp.remove, user, { id: sound.id });
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('“Message Gong”') } });
    const text = [{ language: 'en', text: 'Hello' }];
    expect((await stack.call(messagesHttp.change, user, { id: message.id, variants: text })).status).toBe(200);
    expect((await stack.call(audioHttp.remove, user, { id: sound.id })).status).toBe(204);
    expect((await stack.call(messagesHttp.change, user, { id: message.id, variants })).status).toBe(404);
  });

  it('whose audio does not exist any more says so, and is not played', async () => {
    const user = await createUser(stack);
    const school = await createSchool(stack, user);
    const { body: sound } = await uploadAudio(stack, user, tone('mp3'));
    const variants = [{ language: 'en', text: '', audio_before: sound.id }];
    const message = await createMessage(stack, user, { name: 'Lost', variants });
    const action = { type: 'message', message_id: message.id };
    const at = { starts_at: `${dateIn(1)}T08:00`, rrule: null, duration_minutes: null };
    const body = scheduleBody([school.main], { action, ...at });
    const { id } = (await stack.call(schedulesHttp.create, user, body)).body;
    await programmeOf(stack, school.device, 'the audio', ({ runs }) => runs.length === 1);
    await stack.db.deleteFrom('audio').where('id', '=', sound.id).execute();
    await programmeOf(stack, school.device, 'nothing', ({ runs }) => runs.length === 0);
    const read = async () => (await stack.call(schedulesHttp.read, user, { id })).body;
    const { problem } = await until('the reason', read, (now) => now.problem !== null);
    expect(problem).toBe('Audio of the message does not exist any more');
    expect((await say(user, message.id, [school.device.serial])).body.offline).toBe(1);
  });

  it('is listened to as places hear it: chime, audio, text, audio', async () => {
    const chime = await createChime('Gong', audio.ogg.id);
    const body = { language: 'en', text: 'Hello', ...around(), chime: 'bell', chime_id: chime.id };
    const { body: heard } = await stack.call(messagesHttp.preview, owner, body);
    expect(await partsOf(heard.items)).toEqual(['ogg', 'wav', 'text', 'flac']);
    const alone = await stack.call(messagesHttp.preview, owner, { language: 'en', audio_before: audio.wav.id });
    expect(alone.body).toMatchObject({ voice: '', items: [{ sha256: audio.wav.sha256 }] });
    expect((await stack.call(messagesHttp.preview, owner, { language: 'en' })).status).toBe(400);
  });

  it('that is audio alone is an emergency, too', async () => {
    const variants = [{ language: 'en', text: '', audio_before: audio.wav.id }];
    const message = await createMessage(stack, owner, { name: 'Siren', variants, emergency: true, chime: 'none' });
    const speaker = await createSpeaker(stack, owner, main);
    const targets = { devices: [speaker.serial] };
    const { status } = await stack.call(emergencyHttp.start, owner, { message_id: message.id, targets, drill: true });
    expect(status).toBe(202);
    const { params } = await nextPlay(speaker);
    expect([params.priority, await partsOf(params.items)]).toEqual(['emergency', ['wav']]);
    await programmeOf(stack, speaker.device, 'the emergency', ({ emergency }) =>
      emergency.some(({ message_id, items }) => message_id === message.id && items.length === 1),
    );
  });
});

describe('chimes of an organisation', () => {
  it('are made of audio, changed, and kept while a message or a timetable is heard with them', async () => {
    const user = await createUser(stack);
    const sounds = await uploadAll(user);
    const chime = await createChime('School bell', sounds.wav.id, user);
    expect(chime).toMatchObject({ sha256: sounds.wav.sha256, duration_ms: sounds.wav.duration_ms, revision: 1 });
    const changed = await stack.call(chimesHttp.change, user, { id: chime.id, audio_id: sounds.ogg.id, revision: 1 });
    expect(changed.body).toMatchObject({ name: 'School bell', sha256: sounds.ogg.sha256, revision: 2 });
    expect((await stack.call(audioHttp.remove, user, { id: sounds.ogg.id })).body).toMatchObject({
      error: expect.stringContaining('“Chime School bell”'),
    });
    const message = await createMessage(stack, user, { name: 'Break', chime_id: chime.id });
    const bells = [{ at: '08:00', sound: { type: 'chime', chime: 'bell', chime_id: chime.id } }];
    const timetable = await stack.call(timetablesHttp.create, user, { name: 'Normal', colour: 'blue', bells });
    const refused = await stack.call(chimesHttp.remove, user, { id: chime.id });
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('“Message Break”, “Timetable Normal”') },
    });
    // A client that does not know them chooses another chime.
    const other = await stack.call(messagesHttp.change, user, { id: message.id, chime: 'alarm' });
    expect(other.body).toMatchObject({ chime: 'alarm', chime_id: null });
    await stack.call(timetablesHttp.remove, user, { id: timetable.body.id });
    expect((await stack.call(chimesHttp.remove, user, { id: chime.id })).status).toBe(204);
  });

  it('are twenty at most', async () => {
    const user = await createUser(stack);
    const { body: sound } = await uploadAudio(stack, user, tone('mp3'));
    for (let number = 1; number <= 20; number += 1) await createChime(`Chime ${number}`, sound.id, user);
    const refused = await stack.call(chimesHttp.create, user, { name: 'One more', audio_id: sound.id });
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('20') } });
  });

  it('ring as bells, as audio messages do, and are rung now under their names', async () => {
    const school = await createSchool(stack, owner);
    const chime = await createChime('Three strokes', audio.ogg.id);
    const variants = [{ language: 'en', text: 'Lunch', ...around() }];
    const message = await createMessage(stack, owner, { name: 'Lunch', variants, chime_id: chime.id });
    const sound = { type: 'chime', chime: 'bell', chime_id: chime.id };
    const bells = [
      { at: '08:00', sound },
      { at: '12:00', sound: { type: 'message', message_id: message.id } },
    ];
    const { body: timetable } = await stack.call(timetablesHttp.create, owner, { name: 'Day', colour: 'red', bells });
    expect(timetable.bells.map((bell) => bell.sound)).toEqual(bells.map((bell) => bell.sound));
    const weekdays = Array.from({ length: 7 }, () => timetable.id);
    const week = { weekdays, holiday_calendar_id: null, holiday_timetable_id: null };
    expect((await stack.call(bellsHttp.week, owner, { company_id: school.main, week })).status).toBe(200);
    const { runs, audio: files } = await programmeOf(stack, school.device, 'both bells', (programme) =>
      programme.runs.some((run) => run.kind === 'speech' && run.items.length === 4),
    );
    const parts = await Promise.all(runs.map((run) => (run.kind === 'speech' ? partsOf(run.items) : [])));
    expect(new Set(parts.map((each) => each.join(' ')))).toEqual(new Set(['ogg', 'ogg wav text flac']));
    expect(new Set(await partsOf(files))).toEqual(new Set(['ogg', 'wav', 'text', 'flac']));

    const speaker = await createSpeaker(stack, owner, main);
    const { company_id } = speaker.node;
    const { status, body } = await stack.call(bellsHttp.ring, owner, { company_id, sound });
    expect(status).toBe(202);
    expect(await partsOf((await nextPlay(speaker)).params.items)).toEqual(['ogg']);
    expect((await runOf(body.run_id)).title).toBe('Three strokes');
  });

  it('are heard by a device before the audio and the text of a message, each file once and in order', async () => {
    const chime = await createChime('Melody', audio.ogg.id);
    const variants = [{ language: 'en', text: 'Goodbye', ...around() }];
    const message = await createMessage(stack, owner, { name: 'Closing', variants, chime: 'bell', chime_id: chime.id });
    const { serial, device_key } = await createDevice(stack, { user_id: owner.id });
    const played: string[] = [];
    const simulated = createSimulatedOutput(systemClock);
    const output: AudioOutput = {
      ...simulated,
      play(channel, source, options) {
        if (channel === 'voice' && 'sha256' in source) played.push(source.sha256);
        return simulated.play(channel, source, options);
      },
    };
    const urls = { mqttUrl: stack.mqttUrl, apiUrl: stack.url };
    const device = startDevice({ serial, deviceKey: device_key, ...urls, output, clock: systemClock });
    devices.push(device);
    await until('it is online', async () => (await statusOf(stack, serial)) === 'online');
    const { body } = await say(owner, message.id, [serial]);
    await until('it has ended', () => device.flash.runs.get(body.run_id)?.ended === true);
    expect(await partsOf(played.map((sha256) => ({ sha256 })))).toEqual(['ogg', 'wav', 'text', 'flac']);
  });
});
