import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { describe, expect, it } from 'vitest';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { dictionaryHttp, messagesHttp } from '@belfry/schemas/http/library/texts';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { nextPlay, report, createSpeaker } from '../../support/announcements.ts';
import { createAudio, tone } from '../../support/library.ts';

let stack: Stack;
let owner: TestUser;
let main: NodePosition;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id, name: 'School' });
});

it('a device of nobody is reached by no target, and named as such where it is the only one', async () => {
  const root = await createUser(stack, { role: 'root' });
  const { serial } = await createDevice(stack, { user_id: null });
  const place = await createSpeaker(stack, owner, main, { online: false });
  const preview = (...devices: string[]) => stack.call(sayHttp.preview, root, { text: 'Hello', targets: { devices } });
  expect((await preview(serial, place.serial)).body).toMatchObject({ devices: 1, places: [{ serial: place.serial }] });
  expect(await preview(serial)).toMatchObject({
    status: 422,
    body: { error: 'This device belongs to nobody yet. Give it a place first.' },
  });
});

describe('a text', () => {
  it('reaches each place in its own language, and their receipts end the run', async () => {
    const places = await Promise.all(
      [
        ['ru', 'ru-RU-Standard-A'],
        ['de-DE', 'de-DE-Standard-A'],
        ['en-US', 'en-US-Standard-A'],
        ['fr-FR', 'fr-FR-Standard-A'],
        ['es-ES', 'es-ES-Standard-A'],
      ].map(([default_language, default_voice]) =>
        createSpeaker(stack, owner, main, { default_language, default_voice }),
      ),
    );
    const offline = await createSpeaker(stack, owner, main, { online: false });
    const targets = { devices: [...places, offline].map(({ serial }) => serial) };
    const { status, body } = await stack.call(sayHttp.say, owner, { text: 'Attention in {place}', targets });
    expect([status, body.devices, body.offline]).toEqual([202, 6, 1]);
    const plays = await Promise.all(places.map(nextPlay));
    expect(new Set(plays.map(({ params }) => params.items[0]?.sha256)).size).toBe(5);
    for (const { params } of plays)
      expect(params).toMatchObject({ run_id: body.run_id, priority: 'say_now', repeat: 1 });
    const sha256 = plays[0]?.params.items[0]?.sha256;
    const stranger = await createUser(stack);
    expect((await stack.call(audioContentHttp.download, stranger, { sha256 })).status).toBe(404);
    for (const place of places) await report(place, body.run_id, 'fetched', 'started', 'finished');
    const ended = await until(
      'the end',
      () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
      ({ state }) => state === 'finished',
    );
    expect(ended.counts).toEqual({ finished: 5, offline: 1 });
    const heard = new Set(ended.deliveries.map(({ language }) => language));
    expect(heard).toEqual(new Set(['ru', 'de-DE', 'en-US', 'fr-FR', 'es-ES']));
    expect(ended.deliveries.find(({ state }) => state === 'finished')).toMatchObject({
      started_at: expect.any(String),
      finished_at: expect.any(String),
    });
  });

  it('is played at once when its audio is there, by the same command for all', async () => {
    const [one, two] = [await createSpeaker(stack, owner, main), await createSpeaker(stack, owner, main)];
    const body = { text: 'The shop closes soon', repeat: 2, targets: { devices: [one.serial, two.serial] } };
    await stack.call(sayHttp.say, owner, body);
    const first = await nextPlay(one);
    await nextPlay(two);
    const again = await stack.call(sayHttp.say, owner, body);
    expect((await stack.call(announcementsHttp.run, owner, { run_id: again.body.run_id })).body).toMatchObject({
      state: 'running',
    });
    const [a, b] = [await nextPlay(one), await nextPlay(two)];
    expect([a.params.items, a.params.repeat]).toEqual([first.params.items, 2]);
    expect(a.correlation_id).toBe(b.correlation_id);
  });

  it('has a run whose places are read in pages, with their total in a header', async () => {
    const hall = await createCompany(stack, { below: main, name: 'Corridor' });
    const names = ['A', 'B', 'C'];
    for (const name of names) await createSpeaker(stack, owner, hall, { name, online: false });
    const { body } = await stack.call(sayHttp.say, owner, { text: 'x', targets: { nodes: [hall.company_id] } });
    const read = (page: number) =>
      stack.call(announcementsHttp.run, owner, { run_id: body.run_id, page, page_size: 2 });
    const pages = [await read(1), await read(2)];
    expect(pages.map(({ headers }) => headers.get('X-Total-Count'))).toEqual(['3', '3']);
    expect(pages.map(({ body }) => body.deliveries.length)).toEqual([2, 1]);
    expect(pages.flatMap(({ body }) => body.deliveries.map(({ place }) => place)).toSorted()).toEqual(names);
  });

  it('leaves out the exceptions', async () => {
    const hall = await createCompany(stack, { below: main, name: 'Hall' });
    const [inside, other] = [
      await createSpeaker(stack, owner, hall, { name: 'Inside' }),
      await createSpeaker(stack, owner, hall, { name: 'Other' }),
    ];
    const targets = { nodes: [hall.company_id], except: { devices: [other.serial] } };
    const preview = await stack.call(sayHttp.preview, owner, { text: 'x', targets });
    expect(preview.body).toMatchObject({
      devices: 1,
      offline: 0,
      places: [{ serial: inside.serial, place: 'Inside' }],
    });
    expect((await stack.call(sayHttp.say, owner, { text: 'x', targets })).body.devices).toBe(1);
  });

  it('would be heard now only where the device is online', async () => {
    const here = await createSpeaker(stack, owner, main);
    const away = await createSpeaker(stack, owner, main, { online: false });
    const counted = async (...devices: string[]) => {
      const { body } = await stack.call(sayHttp.preview, owner, { text: 'x', targets: { devices } });
      return [
        body.devices,
        body.reachable,
        body.offline,
        ...body.unheard.map(({ serial, reason }) => `${serial} ${reason}`),
      ];
    };
    expect(await counted(here.serial, away.serial)).toEqual([2, 1, 1, `${away.serial} offline`]);
    expect(await counted(away.serial)).toEqual([1, 0, 1, `${away.serial} offline`]);
  });

  it('in one language is compared with the voices of the places, unless it is a single word', async () => {
    const german = await createSpeaker(stack, owner, main, {
      default_language: 'de-DE',
      default_voice: 'de-DE-Standard-A',
    });
    const english = await createSpeaker(stack, owner, main, {
      default_language: 'en-US',
      default_voice: 'en-US-Standard-A',
    });
    const targets = { devices: [german.serial, english.serial] };
    const preview = async (body: object) => (await stack.call(sayHttp.preview, owner, { ...body, targets })).body;
    const text = 'The shop closes in ten minutes.';
    expect(await preview({ text })).toMatchObject({ text_language: 'en', other_voices: 1 });
    expect(await preview({ text, language: 'en' })).toMatchObject({ text_language: 'en', other_voices: 0 });
    expect(await preview({ text: 'Hello' })).toMatchObject({ text_language: null, other_voices: 0 });
  });

  it('has the words of the voices in its preview, with pronunciations, and not for a message', async () => {
    const german = await createSpeaker(stack, owner, main, {
      default_language: 'de-DE',
      default_voice: 'de-DE-Standard-A',
    });
    const targets = { devices: [german.serial] };
    const spoken = async (body: object) => {
      const answer = await stack.call(sayHttp.preview, owner, { ...body, targets });
      return answer.body.languages.map((each: { spoken?: string }) => each.spoken);
    };
    expect(await spoken({ text: '2 kg für 3,50 €, um 9:05 Uhr' })).toEqual([
      'zwei Kilogramm für drei Euro und fünfzig Cent, um neun Uhr fünf',
    ]);
    const word = { language: 'de', word: 'kg', spoken: 'Kilo' };
    const { id } = (await stack.call(dictionaryHttp.create, owner, word)).body;
    expect(await spoken({ text: '2 kg für 3 €' })).toEqual(['2 Kilo für drei Euro']);
    await stack.call(dictionaryHttp.remove, owner, { id });
    const message = { name: 'Kilo', variants: [{ language: 'de', text: '2 kg' }] };
    const stored = (await stack.call(messagesHttp.create, owner, message)).body;
    expect(await spoken({ message_id: stored.id })).toEqual([undefined]);
  });

  it('that a place must not hear now is named in the preview, and its volume is capped', async () => {
    const always = { from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5, 6, 7] };
    const place = await createSpeaker(stack, owner, main, {
      volume_max: 30,
      quiet_hours: JSON.stringify([always]),
    });
    const body = { text: 'Hello', targets: { devices: [place.serial] } };
    const preview = await stack.call(sayHttp.preview, owner, { ...body });
    expect(preview.body.places).toMatchObject([{ silent_reason: 'quiet_hours' }]);
    expect(preview.body).toMatchObject({ silent: 1, reachable: 0 });
    expect(preview.body.unheard).toMatchObject([
      { reason: 'quiet_hours', since: null, until: expect.stringMatching(/^\d\d:\d\d$/) as string },
    ]);
    await stack.call(sayHttp.say, owner, body);
    expect((await nextPlay(place)).params.volume).toBe(30);
  });
});

describe('a message', () => {
  it('is heard in the fallback language where it has no text in that of the place', async () => {
    const [german, finnish] = [
      await createSpeaker(stack, owner, main, { default_language: 'de-DE', default_voice: 'de-DE-Standard-A' }),
      await createSpeaker(stack, owner, main, { default_language: 'fi-FI', default_voice: 'fi-FI-Standard-A' }),
    ];
    const message = await stack.call(messagesHttp.create, owner, {
      name: 'Closing',
      variants: [
        { language: 'en', text: 'We close' },
        { language: 'de', text: 'Wir schließen' },
      ],
      chime: 'ding_dong',
      repeat: 2,
    });
    const body = { message_id: message.body.id, targets: { devices: [german.serial, finnish.serial] } };
    const preview = await stack.call(sayHttp.preview, owner, { ...body });
    expect(preview.body.fallbacks).toBe(1);
    const { body: answer } = await stack.call(sayHttp.say, owner, body);
    const [own, other] = [await nextPlay(german), await nextPlay(finnish)];
    expect(own.params.items).toHaveLength(2);
    expect(own.params).toMatchObject({ repeat: 2, pause_ms: 2_000 });
    expect(own.params.items[0]).toEqual(other.params.items[0]);
    expect(own.params.items[1]).not.toEqual(other.params.items[1]);
    expect((await stack.call(announcementsHttp.run, owner, { run_id: answer.run_id })).body).toMatchObject({
      title: 'Closing',
      kind: 'say',
    });
  });
});

describe('stopping', () => {
  it('sends stop to the devices that may play it, and ends the run once', async () => {
    const place = await createSpeaker(stack, owner, main);
    const { body } = await stack.call(sayHttp.say, owner, {
      text: 'A long story',
      targets: { devices: [place.serial] },
    });
    await nextPlay(place);
    await until(
      'it is sent',
      async () => (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.counts.sent === 1,
    );
    const stop = () => stack.call(announcementsHttp.stop, owner, { run_id: body.run_id });
    expect((await stop()).body).toMatchObject({ state: 'stopped' });
    expect(await place.nextCommand()).toMatchObject({ command: 'stop', params: { run_id: body.run_id } });
    expect((await stop()).status).toBe(409);
    await report(place, body.run_id, 'interrupted');
    await until(
      'the receipt',
      async () =>
        (await stack.call(announcementsHttp.run, owner, { run_id: body.run_id })).body.counts.interrupted === 1,
    );
  });
});

describe('audio of the library', () => {
  it('is played as it is, after a chime, and its name is the title of the run', async () => {
    const place = await createSpeaker(stack, owner, main);
    const audio = await createAudio(stack, owner, tone('wav'), { name: 'A recording' });
    const { status, body } = await stack.call(sayHttp.say, owner, {
      audio_id: audio.id,
      chime: 'bell',
      targets: { devices: [place.serial] },
    });
    expect(status).toBe(202);
    const { params } = await nextPlay(place);
    // Its level may be adapted for the device, not its length.
    expect(params.items).toMatchObject([{}, { duration_ms: audio.duration_ms }]);
    const run = await stack.call(announcementsHttp.run, owner, { run_id: body.run_id });
    expect(run.body).toMatchObject({ kind: 'say', title: 'A recording' });
  });

  it('of somebody else is not found', async () => {
    const place = await createSpeaker(stack, owner, main);
    const stranger = await createUser(stack);
    const audio = await createAudio(stack, stranger, tone('wav'));
    const targets = { devices: [place.serial] };
    expect((await stack.call(sayHttp.say, owner, { audio_id: audio.id, targets })).status).toBe(404);
    expect((await stack.call(sayHttp.say, owner, { audio_id: audio.id, text: 'x', targets })).status).toBe(400);
  });
});
