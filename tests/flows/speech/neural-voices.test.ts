/** @module-tag full */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { NodePosition } from '@belfry/api/features/companies/companies.repository';
import { createEngine } from '@belfry/api/features/speech/espeak-engine';
import { createLogger } from '@belfry/api/log';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { voicesHttp } from '@belfry/schemas/http/speech/voices';
import { voicesBulkHttp } from '@belfry/schemas/http/speech/voices-bulk';
import { cleanPhonemes, phonemeIds, splitPhonemes, type PhonemeIds } from '@belfry/speech-neural/loaders/piper';
import { piperConfig, signalOf } from '@belfry/speech-neural/testing/piper-stand-in';
import { column, COLUMN_SAMPLES, SUPERTONIC_RATE } from '@belfry/speech-neural/testing/supertonic-stand-in';
import { writeVoice } from '@belfry/speech-neural/testing/voice-folder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSpeaker, nextPlay, type Play, type Speaker } from '../../support/announcements.ts';
import { correlationOf } from '../../support/correlation.ts';
import { deviceAuthorization } from '../../support/device-authorization.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { samplesOfMp3 } from '../../support/mp3-samples.ts';
import { ENGINE, watchEngines } from '../../support/processes/speech-engines.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const VOICE = 'lv-LV-Piper-Aivars-medium';
const SUPERTONIC = 'en-US-Supertonic-Sarah-high';
const PROGRAM = resolve(import.meta.dirname, '../../../infra/speech-neural/src/main.ts');
const espeak = createEngine({ path: ENGINE, log: createLogger('silent') });

let folder: string;
let stack: Stack;
let admin: TestUser;
let owner: TestUser;
let main: NodePosition;
let hall: Speaker;
let watched: ReturnType<typeof watchEngines>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-neural-'));
  const program = join(folder, 'main.ts');
  await symlink(PROGRAM, program);
  writeVoice(join(folder, 'voices'), { name: VOICE, kind: 'piper', language_code: 'lv-LV', gender: 'MALE' });
  writeVoice(join(folder, 'voices'), {
    name: SUPERTONIC,
    kind: 'supertonic',
    language_code: 'en-US',
    gender: 'FEMALE',
  });
  watched = watchEngines(program);
  stack = await startStack({ DATA_DIR: folder, NEURAL_ENGINE: program, NEURAL_RETRY_S: '1' });
  [admin, owner] = [await createAdmin(stack), await createUser(stack)];
  expect((await stack.call(voicesBulkHttp.sync, admin)).status).toBe(200);
  main = await createCompany(stack, { user_id: owner.id });
  hall = await createSpeaker(stack, owner, main, { default_language: 'lv-LV', default_voice: VOICE });
});
afterAll(async () => {
  await stack.stop();
  await espeak.stop();
  watched.stop();
  // An engine that was killed may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const targets = () => ({ devices: [hall.serial] });
const say = (text: string) => stack.call(sayHttp.say, owner, { text, targets: targets() });

/** What the device plays. */
async function recordingOf(play: Play): Promise<Float32Array> {
  const { sha256 } = play.params.items[0] ?? {};
  const response = await stack.raw(audioContentHttp.download, { key: deviceAuthorization(hall.device) }, { sha256 });
  return samplesOfMp3(new Uint8Array(await response.arrayBuffer()));
}

/** How well the audio that the device plays matches what the stand-in says for a text. */
async function matchOf(play: Play, text: string): Promise<number> {
  const recording = await recordingOf(play);
  const { phoneme_id_map } = piperConfig() as { phoneme_id_map: PhonemeIds };
  const phonemes = await espeak.phonemes({ voice: 'bat/lv', text });
  const [first = ''] = splitPhonemes(cleanPhonemes(phonemes));
  return correlationOf(recording, signalOf(phonemeIds(first, phoneme_id_map) ?? []));
}

it('a neural voice whose folder is in place is offered, the first of its language', async () => {
  const { body } = await stack.call(voicesHttp.listOfLanguage, owner, { code: 'lv-LV' });
  expect(body[0]).toMatchObject({
    voice_name: VOICE,
    type: 'Neural',
    voice_type: 'neural',
    gender: 'male',
    name: 'Latvian Piper Aivars medium (male)',
  });
  const again = await stack.call(voicesBulkHttp.sync, admin);
  expect(again.body).toMatchObject({ added: 0, updated: 0, removed: 0 });
});

it('a text is spoken by it, and reaches the device', async () => {
  const text = 'Labdien, veikals tiek slēgts';
  await say(text);
  expect(await matchOf(await nextPlay(hall), text)).toBeGreaterThan(0.95);
});

it('a text is spoken by a voice of Supertonic, and reaches the device', async () => {
  await stack.call(sayHttp.say, owner, {
    text: 'Dear guests, we close soon',
    language: 'en-US',
    voice: SUPERTONIC,
    targets: targets(),
  });
  const recording = await recordingOf(await nextPlay(hall));
  const wave = column();
  const signal = Float32Array.from({ length: SUPERTONIC_RATE }, (_, index) => wave[index % COLUMN_SAMPLES] ?? 0);
  expect(correlationOf(recording, signal)).toBeGreaterThan(0.95);
});

it('an engine that is killed is replaced by eSpeak in language and gender, and speaks again what it missed', async () => {
  const text = 'Lūdzu, dodieties uz izeju';
  const engine = watched.engines().at(-1);
  const input = engine?.stdin as Socket;
  // While it is suspended, it cannot finish before it is killed.
  expect(engine?.kill('SIGSTOP')).toBe(true);
  const before = input.bytesWritten;
  const { body } = await say(text);
  await until('the engine has the text', () => input.bytesWritten > before);
  engine?.kill('SIGKILL');
  const first = await nextPlay(hall);
  expect(await matchOf(first, text)).toBeLessThan(0.5);
  const { body: run } = await stack.call(announcementsHttp.run, owner, { run_id: body.run_id });
  expect(run.deliveries[0]).toMatchObject({
    voice: VOICE,
    rendered_by: 'lv-LV-Standard-B',
    fallback_reason: 'The engine of neural voices ended: exit SIGKILL',
  });
  await until(
    'it is rendered again',
    async () =>
      (await stack.db.selectFrom('renderings').select('key').where('rendered_by', 'is not', null).execute()).length,
    (waiting) => waiting === 0,
    20_000,
  );
  await say(text);
  const second = await nextPlay(hall);
  expect(second.params.items).not.toEqual(first.params.items);
  expect(await matchOf(second, text)).toBeGreaterThan(0.95);
});
