import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { SPOKEN_TEXT_MAX } from '@belfry/schemas/domain/announcements';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { startGoogleTts, type FakeGoogle } from '../../support/providers/google-tts.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { nextPlay, type Speaker, createSpeaker } from '../../support/announcements.ts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';

const LANGUAGES = ['de-DE', 'fr-FR'] as const;
const voiceOf = (language: string): string => `${language}-Standard-A`;

let google: FakeGoogle;
let stack: Stack;
let owner: TestUser;
let main: NodePosition;
let german: Speaker;
let french: Speaker;
const placeIn = (language: string) =>
  createSpeaker(stack, owner, main, { default_language: language, default_voice: voiceOf(language) });
beforeAll(async () => {
  google = await startGoogleTts(await readFile(join(import.meta.dirname, '../../support/audio/tone.mp3')));
  for (const language of LANGUAGES)
    google.voices.push({
      name: voiceOf(language),
      languageCodes: [language],
      ssmlGender: 'FEMALE',
      naturalSampleRateHertz: 24_000,
    });
  stack = await startStack({ GOOGLE_TTS_URL: google.url, GOOGLE_TTS_CREDENTIALS: google.credentials });
  const admin = await createAdmin(stack);
  expect((await stack.call(voicesBulkHttp.sync, admin)).status).toBe(200);
  owner = await createUser(stack);
  main = await createCompany(stack, { user_id: owner.id });
  [german, french] = [await placeIn('de-DE'), await placeIn('fr-FR')];
});
afterAll(async () => {
  await stack.stop();
  await google.stop();
});

const spokenTexts = (): string[] => google.requests.map(({ input }) => input.text);

describe('while the speech provider fails', () => {
  it('a place whose audio is there hears it, one whose audio is missing fails with the reason', async () => {
    const text = 'The train is late';
    await stack.call(sayHttp.say, owner, { text, targets: { devices: [german.serial] } });
    const first = await nextPlay(german);
    google.failNext(503);
    const { body } = await stack.call(sayHttp.say, owner, {
      text,
      targets: { devices: [german.serial, french.serial] },
    });
    expect((await nextPlay(german)).params.items).toEqual(first.params.items);
    const failed = await until(
      'the failure',
      () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
      // The run is marked as running after its deliveries.
      ({ counts, state }) => counts.failed === 1 && counts.sent === 1 && state === 'running',
    );
    const reason = 'The speech provider answered 503';
    expect(failed.error).toBe(reason);
    expect(failed.deliveries.find(({ serial }) => serial === french.serial)).toMatchObject({ state: 'failed', reason });
    // The next attempt is heard.
    await stack.call(sayHttp.say, owner, { text, targets: { devices: [french.serial] } });
    expect((await nextPlay(french)).params.items).toHaveLength(1);
  });

  it('a run that nobody can hear fails', async () => {
    google.failNext(429);
    const { body } = await stack.call(sayHttp.say, owner, {
      text: 'Nobody hears it',
      targets: { devices: [french.serial] },
    });
    const ended = await until(
      'the end',
      () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
      ({ state }) => state === 'failed',
    );
    expect(ended.error).toContain('The speech provider has had enough for now');
    expect(ended.counts).toEqual({ failed: 1 });
  });
});

describe('a text', () => {
  it('with markup is spoken as text', async () => {
    const text = '<break time="9s"/> Tom & Jerry < Spike &amp; <speak>all</speak>';
    await stack.call(sayHttp.say, owner, { text, targets: { devices: [german.serial] } });
    await nextPlay(german);
    expect(google.requests.at(-1)?.input).toEqual({ text });
  });

  it(
    'of the greatest length is spoken in parts of which none is lost, and a longer one is rejected',
    { tags: ['full'] },
    async () => {
      const words = Array.from({ length: SPOKEN_TEXT_MAX / 10 }, (_, n) => `wörter ${String(n).padStart(3, '0')}`);
      const text = words.join(' ').slice(0, SPOKEN_TEXT_MAX).padEnd(SPOKEN_TEXT_MAX, '.');
      const before = spokenTexts().length;
      const targets = { devices: [german.serial] };
      expect((await stack.call(sayHttp.say, owner, { text: `${text}.`, targets })).status).toBe(400);
      expect((await stack.call(sayHttp.say, owner, { text, targets })).status).toBe(202);
      const parts = (await nextPlay(german)).params.items.length;
      const spoken = spokenTexts().slice(before);
      expect([parts, spoken.length]).toEqual([spoken.length, new Set(spoken).size]);
      expect(parts).toBeGreaterThan(1);
      expect(spoken.flatMap((part) => part.split(' ')).toSorted()).toEqual(text.split(' ').toSorted());
    },
  );
});
