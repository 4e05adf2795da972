import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFile } from '@belfry/api/features/library/decode/decode-file';
import { levelFile } from '@belfry/api/features/library/decode/level-file';
import { createLoudnessMeter } from '@belfry/api/features/library/decode/loudness';
import { chimeSound } from '@belfry/api/features/library/rendering/chime-sound';
import { encodeWav } from '@belfry/api/features/library/rendering/encode-wav';
import { createLevels } from '@belfry/api/features/library/rendering/index';
import { createSpeech } from '@belfry/api/features/speech/index';
import { createLogger } from '@belfry/api/log';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createSpeechPlayer } from '@belfry/device-firmware-sim/playback/speech-player';
import { CHIMES } from '@belfry/schemas/domain/announcements';
import { DEFAULT_TARGETS, type Loudness } from '@belfry/schemas/domain/loudness';
import type { PlayerChannel } from '@belfry/schemas/domain/player';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testConfig } from '../support/api.ts';
import { startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';
import { until } from '../support/until.ts';

/** Above it no sample may be: -1 dBFS. */
const SAMPLE_MAX = 10 ** (-1 / 20);
const CHANNELS = ['voice', 'music', 'radio'] as const satisfies PlayerChannel[];

const folder = mkdtempSync(join(tmpdir(), 'belfry-loudness-'));
const outputs: RecordedOutput[] = [];
const speech = createSpeech({
  config: testConfig({ DATABASE_URL: 'postgres://nobody@localhost/none', DATA_DIR: folder }),
  log: createLogger('silent'),
});
beforeAll(async () => {
  outputs.push(...(await Promise.all([startRecordedOutput(), startRecordedOutput()])));
});
afterAll(async () => {
  for (const output of outputs) await output.close();
  await speech.stop();
  rmSync(folder, { recursive: true });
});

type Case = { name: string; file: Buffer; kind: 'speech' | 'music'; takesGain: boolean };

const RATE = 44_100;
const measure = (samples: Float32Array, rate = RATE): Loudness => {
  const meter = createLoudnessMeter();
  meter.add([samples], rate);
  return meter.result();
};

/** Chords with a beat, of some LUFS; what is above full scale is clipped. */
function music(lufs: number, seed: number, drive = 1): Float32Array {
  const tones = [220, 277.2, 330, 440, 1_318].map((hz) => hz * 2 ** (seed / 12));
  const samples = Float32Array.from({ length: 3 * RATE }, (_, at) => {
    const beat = 0.35 + 0.65 * Math.exp(-((at % (RATE / 2)) / RATE) * 6);
    return (beat * tones.reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * at) / RATE), 0)) / tones.length;
  });
  const clipped = samples.map((sample) => Math.max(-0.5, Math.min(0.5, sample * drive)));
  const factor = 10 ** ((lufs - (measure(clipped).loudness_lufs ?? 0)) / 20);
  return clipped.map((sample) => Math.max(-1, Math.min(1, sample * factor)));
}

const SENTENCES: Record<string, string> = {
  'en-US': 'Attention please, the library closes in ten minutes.',
  'de-DE': 'Achtung, bitte verlassen Sie sofort das Gebäude.',
  'ru-RU': 'Внимание! Магазин закрывается через десять минут.',
  'lv-LV': 'Uzmanību, veikals tiks slēgts pēc desmit minūtēm.',
  'fr-FR': 'Votre attention, le magasin ferme dans dix minutes.',
  'es-ES': 'Atención, la tienda cierra en diez minutos.',
};

/** Speech as the server stores it: as loud as the default target. */
async function spoken(language: string, letter: string): Promise<Buffer> {
  const utterance = {
    voice_name: `${language}-Standard-${letter}`,
    language_codes: [language],
    text: SENTENCES[language] ?? '',
  };
  const path = join(folder, `${language}-${letter}`);
  await writeFile(path, await speech.synthesize('espeak', utterance));
  await levelFile(path, `${path}.levelled`, DEFAULT_TARGETS.speech_lufs, await decodeFile(path));
  return readFile(`${path}.levelled`);
}

async function makeCases(): Promise<Case[]> {
  const cases: Case[] = [];
  const add = (name: string, file: Buffer, kind: Case['kind']): void =>
    void cases.push({ name, file, kind, takesGain: cases.length % 4 !== 3 });
  for (const language of Object.keys(SENTENCES))
    for (const letter of ['A', 'B', 'C']) add(`${language} ${letter}`, await spoken(language, letter), 'speech');
  for (const chime of CHIMES) if (chime !== 'none') add(chime, chimeSound(chime).file, 'speech');
  for (let index = 0; index < 22; index += 1) {
    const lufs = -30 + index;
    add(`music of ${lufs} LUFS`, encodeWav(music(lufs, index % 12), RATE), 'music');
  }
  for (let index = 0; index < 10; index += 1)
    add(`clipped ${index}`, encodeWav(music(-9 - index, index, 4 + index), RATE), 'music');
  for (let index = 0; index < 6; index += 1)
    add(`recorded message ${index}`, encodeWav(music(-28 + 3 * index, index), RATE), 'speech');
  return cases;
}

type Played = { file: Buffer; item: Pick<AudioItem, 'gain_db'> };

/** What a device gets of a file: its gain, or a file with the gain applied, as the server makes it. */
async function forDevice({ name, file, kind, takesGain }: Case): Promise<Played> {
  const path = join(folder, name.replaceAll(/\W/g, '-'));
  await writeFile(path, file);
  const { format, duration_ms, ...measured } = await decodeFile(path);
  const sha256 = 'a'.repeat(64);
  const facts = { format, duration_ms, bytes: file.length, ...measured };
  const levels = createLevels({ files: new Map([[sha256, facts]]), levelled: new Map(), targets: DEFAULT_TARGETS });
  const place = { trim_db: 0, takes_gain: takesGain };
  const [item] = levels.itemsFor([{ sha256, duration_ms }], kind, place);
  const [missing] = levels.missing.values();
  if (!missing) return { file, item: item ?? {} };
  await levelFile(path, `${path}.levelled`, (measured.loudness_lufs ?? 0) + missing.gain_db, measured);
  return { file: await readFile(`${path}.levelled`), item: {} };
}

/** Plays it at full volume, and measures what comes out of the player. */
async function heard(output: RecordedOutput, channel: PlayerChannel, { file, item }: Played) {
  const recorder = output.recorder(channel);
  const before = recorder.length();
  output.ended.splice(0, output.ended.length, ...output.ended.filter((other) => other !== channel));
  const stored = output.store(file, 4);
  await output.play(channel, { ...stored, gain_db: item.gain_db }, { volume: 100 });
  await until('its end', () => output.ended.includes(channel), Boolean, 15_000);
  const samples = recorder.samples(before);
  return { ...measure(samples), highest: samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0) };
}

test('60 files of all kinds come out of the players as loud as they should be, and none above -1 dBFS', async () => {
  const cases = await makeCases();
  expect(cases).toHaveLength(60);
  const players = outputs.flatMap((output) => CHANNELS.map((channel) => ({ output, channel })));
  const results: { name: string; off: number; highest: number }[] = [];
  const waiting = [...cases];
  await Promise.all(
    players.map(async ({ output, channel }) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { loudness_lufs, highest } = await heard(output, channel, await forDevice(next));
        const off = (loudness_lufs ?? -70) - DEFAULT_TARGETS[`${next.kind}_lufs`];
        results.push({ name: next.name, off: Math.round(off * 100) / 100, highest });
      }
    }),
  );
  expect(results.filter(({ off }) => Math.abs(off) > 1)).toEqual([]);
  expect(results.filter(({ highest }) => highest > SAMPLE_MAX)).toEqual([]);
  expect(results).toHaveLength(60);
}, 120_000);

test('the word after the alarm is as loud as the alarm, and begins 400 ms after it', async () => {
  const [output] = outputs;
  if (!output) throw new Error('there is no output');
  const alarm = chimeSound('alarm');
  const items = [output.store(alarm.file, alarm.durationMs / 1_000), output.store(await spoken('en-US', 'A'), 4)];
  const recorder = output.recorder('voice');
  const before = recorder.length();
  const player = createSpeechPlayer({
    clock: systemClock,
    output,
    reporter: { report: () => {}, reportHeard: () => {} },
    ear: () => null,
    volumeOf: () => 100,
    display: { show: () => {}, end: () => {} },
  });
  const run = { run_id: '', title: '', items, priority: 'emergency', volume: null, repeat: 1, pause_ms: 0 } as const;
  const done = Promise.withResolvers<void>();
  const tooLate = { event: 'skipped', reason: '' } as const;
  player.play({ ...run, startAt: null, startBy: Infinity, tooLate }, () => done.resolve());
  await done.promise;
  const samples = recorder.samples(before);
  const cut = Math.round((alarm.durationMs / 1_000 - 0.2) * RATE);
  const isLoud = (sample: number): boolean => Math.abs(sample) > 0.02;
  const end = samples.subarray(0, cut).findLastIndex(isLoud);
  const start = cut + samples.subarray(cut).findIndex(isLoud);
  const pauseMs = recorder.timeOf(before + start) - recorder.timeOf(before + end);
  expect(pauseMs).toBeGreaterThan(395);
  expect(pauseMs).toBeLessThan(750);
  const [first, then] = [measure(samples.subarray(0, end)), measure(samples.subarray(start))];
  expect(Math.abs((first.loudness_lufs ?? 0) - (then.loudness_lufs ?? -70))).toBeLessThanOrEqual(1);
}, 60_000);
