import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { type AudioOutput, createSimulatedOutput } from '@belfry/device-firmware-sim/playback/audio-output';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { afterEach, describe, expect, it } from 'vitest';
import { createSpeaker, nextPlay } from '../../support/announcements.ts';
import { statusOf } from '../../support/commands.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, createMessage, tone } from '../../support/library.ts';
import { createSchool, programmeOf } from '../../support/programmes.ts';
import { createChime, createSounds, partsOf, type Sounds } from '../../support/sounds.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let audio: Sounds;
const devices: Device[] = [];
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
  audio = await createSounds(stack, owner);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.stop();
});

const heard = (items: readonly { sha256: string }[]) => partsOf(stack, audio, items);
const around = () => ({ audio_before: audio.low.id, audio_after: audio.high.id });

describe('chimes of an organisation', () => {
  it('are made of audio, changed, and kept while a message or a timetable is heard with them', async () => {
    const user = await createUser(stack);
    const sounds = await createSounds(stack, user);
    const chime = await createChime(stack, user, 'School bell', sounds.low.id);
    expect(chime).toMatchObject({ sha256: sounds.low.sha256, duration_ms: sounds.low.duration_ms, revision: 1 });
    const change = { id: chime.id, audio_id: sounds.middle.id, revision: 1 };
    const changed = await stack.call(chimesHttp.change, user, change);
    expect(changed.body).toMatchObject({ name: 'School bell', sha256: sounds.middle.sha256, revision: 2 });
    expect((await stack.call(audioHttp.remove, user, { id: sounds.middle.id })).body).toMatchObject({
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

  it('are twenty at most', { tags: ['full'] }, async () => {
    const user = await createUser(stack);
    const sound = await createAudio(stack, user, tone('mp3'));
    for (let number = 1; number <= 20; number += 1) await createChime(stack, user, `Chime ${number}`, sound.id);
    const refused = await stack.call(chimesHttp.create, user, { name: 'One more', audio_id: sound.id });
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('20') } });
  });

  it('ring as bells, as audio messages do, and are rung now under their names', async () => {
    const school = await createSchool(stack, owner);
    const chime = await createChime(stack, owner, 'Three strokes', audio.middle.id);
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
    const parts = await Promise.all(runs.map(async (run) => (run.kind === 'speech' ? heard(run.items) : [])));
    expect(new Set(parts.map((each) => each.join(' ')))).toEqual(new Set(['middle', 'middle low text high']));
    expect(new Set(await heard(files))).toEqual(new Set(['middle', 'low', 'text', 'high']));

    const speaker = await createSpeaker(stack, owner, main);
    const { company_id } = speaker.node;
    const { status, body } = await stack.call(bellsHttp.ring, owner, { company_id, sound });
    expect(status).toBe(202);
    expect(await heard((await nextPlay(speaker)).params.items)).toEqual(['middle']);
    const { body: run } = await stack.call(announcementsHttp.run, owner, { run_id: body.run_id });
    expect(run.title).toBe('Three strokes');
  });

  it('are heard before a text that is said now, if they are of the organisation', async () => {
    const chime = await createChime(stack, owner, 'Attention', audio.high.id);
    const speaker = await createSpeaker(stack, owner, main);
    const said = { text: 'Come in', chime_id: chime.id, targets: { devices: [speaker.serial] } };
    expect((await stack.call(sayHttp.say, owner, said)).status).toBe(202);
    expect(await heard((await nextPlay(speaker)).params.items)).toEqual(['high', 'text']);
    const other = await createUser(stack);
    const foreign = await createChime(stack, other, 'Foreign', (await createSounds(stack, other)).low.id);
    expect((await stack.call(sayHttp.say, owner, { ...said, chime_id: foreign.id })).status).toBe(404);
  });

  it(
    'are heard by a device before the audio and the text of a message, each file once and in order',
    { tags: ['full'] },
    async () => {
      const chime = await createChime(stack, owner, 'Melody', audio.middle.id);
      const variants = [{ language: 'en', text: 'Goodbye', ...around() }];
      const message = await createMessage(stack, owner, { name: 'Closing', variants, chime_id: chime.id });
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
      const { body } = await stack.call(sayHttp.say, owner, { message_id: message.id, targets: { devices: [serial] } });
      await until('it has ended', () => device.flash.runs.get(body.run_id)?.ended === true);
      expect(await heard(played.map((sha256) => ({ sha256 })))).toEqual(['middle', 'low', 'text', 'high']);
    },
  );
});
