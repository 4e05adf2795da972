import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioHttp } from '@belfry/schemas/http/library/audio';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { chimesHttp } from '@belfry/schemas/http/library/chimes';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { describe, expect, it } from 'vitest';
import { createSpeaker, nextPlay } from '../../support/announcements.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createAudio, createMessage, tone } from '../../support/library.ts';
import { createSchool, dateIn, programmeOf, scheduleBody } from '../../support/programmes.ts';
import { createChime, createSounds, partsOf, type Sounds } from '../../support/sounds.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let audio: Sounds;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
  audio = await createSounds(stack, owner);
});
const heard = (items: readonly { sha256: string }[]) => partsOf(stack, audio, items);
const say = (user: TestUser, message_id: number, serials: string[]) =>
  stack.call(sayHttp.say, user, { message_id, targets: { devices: serials } });
const runOf = async (run_id: string) => (await stack.call(announcementsHttp.run, owner, { run_id })).body;
const around = () => ({ audio_before: audio.low.id, audio_after: audio.high.id });

describe('a message', () => {
  it('is played with the audio around its text, or as audio alone, in each language', async () => {
    const variants = [
      { language: 'en', text: 'The lesson begins', ...around() },
      { language: 'de', text: '', audio_before: audio.middle.id },
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
    const [english, german, french] = await Promise.all(plays.map(({ params }) => heard(params.items)));
    expect(english).toEqual(['low', 'text', 'high']);
    expect(german).toEqual(['middle']);
    expect(french).toEqual(english);
    const run = await runOf(body.run_id);
    expect(run.title).toBe('Lesson');
    const delivery = run.deliveries.find(({ serial }) => serial === serials[1]);
    expect(delivery).toMatchObject({ language: 'de-DE', voice: null });
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
    const foreign = await createChime(stack, owner, 'Foreign', audio.middle.id);
    const variants = [{ language: 'en', text: '', audio_after: audio.low.id }];
    const own = await createMessage(stack, other);
    const answers = await Promise.all([
      stack.call(messagesHttp.create, other, { name: 'Stolen', variants }),
      stack.call(messagesHttp.change, other, { id: own.id, variants }),
      stack.call(messagesHttp.change, other, { id: own.id, chime_id: foreign.id }),
      stack.call(chimesHttp.create, other, { name: 'Stolen', audio_id: audio.low.id }),
      stack.call(chimesHttp.change, other, { id: foreign.id, name: 'Mine' }),
      stack.call(messagesHttp.preview, other, { language: 'en', audio_before: audio.low.id }),
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
    const sound = await createAudio(stack, user, tone('mp3'));
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
    const sound = await createAudio(stack, user, tone('mp3'));
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
    const chime = await createChime(stack, owner, 'Gong', audio.middle.id);
    const body = { language: 'en', text: 'Hello', ...around(), chime: 'bell', chime_id: chime.id };
    const { body: preview } = await stack.call(messagesHttp.preview, owner, body);
    expect(await heard(preview.items)).toEqual(['middle', 'low', 'text', 'high']);
    const alone = await stack.call(messagesHttp.preview, owner, { language: 'en', audio_before: audio.low.id });
    expect(alone.body).toMatchObject({ voice: '', items: [{ sha256: audio.low.sha256 }] });
    expect((await stack.call(messagesHttp.preview, owner, { language: 'en' })).status).toBe(400);
  });

  it('that is audio alone is an emergency, too', async () => {
    const variants = [{ language: 'en', text: '', audio_before: audio.low.id }];
    const message = await createMessage(stack, owner, { name: 'Siren', variants, emergency: true, chime: 'none' });
    const speaker = await createSpeaker(stack, owner, main);
    const targets = { devices: [speaker.serial] };
    const { status } = await stack.call(emergencyHttp.start, owner, { message_id: message.id, targets, drill: true });
    expect(status).toBe(202);
    const { params } = await nextPlay(speaker);
    expect([params.priority, await heard(params.items)]).toEqual(['emergency', ['low']]);
    await programmeOf(stack, speaker.device, 'the emergency', ({ emergency }) =>
      emergency.some(({ message_id, items }) => message_id === message.id && items.length === 1),
    );
  });
});
