import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeFile } from '@belfry/api/features/library/decode/decode-file';
import { levelFile } from '@belfry/api/features/library/decode/level-file';
import { afterAll, beforeAll, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, 'sound');
/** Half a second, and what encoders add before it and behind it. */
const ROWS: readonly (readonly [file: string, least: number, most: number])[] = [
  ['mp3_count_plus_one.mp3', 480, 520],
  ['mp3_two_tags.mp3', 480, 520],
  ['mp3_padding_after_tag.mp3', 480, 520],
  ['mp3_from_mid_frame.mp3', 440, 530],
  ['mp3_cut_in_last_frame.mp3', 500, 550],
  ['mp3_joined.mp3', 1_000, 1_060],
  ['mp3_garbage_at_end.mp3', 500, 530],
  ['mp3_lyrics_and_id3v1.mp3', 500, 530],
  ['mp3_without_xing.mp3', 500, 550],
  ['mp3_cp1251_tag.mp3', 480, 520],
  ['mp3_latin1_tag.mp3', 480, 520],
  ['flac_id3_in_front.flac', 500, 500],
  ['flac_id3v1_at_end.flac', 500, 500],
  ['wav_length_0.wav', 500, 500],
  ['wav_lengths_0.wav', 500, 500],
  ['wav_length_7fffffff.wav', 500, 500],
  ['wav_length_44_too_long.wav', 500, 500],
  ['wav_odd_chunk_without_pad.wav', 500, 500],
  ['wav_odd_info_entry.wav', 500, 500],
  ['wav_ulaw.wav', 500, 500],
  ['wav_alaw.wav', 500, 500],
];
const REFUSED = new Map([
  ['mp3_joined_two_rates.mp3', 'two recordings in one file'],
  ['wav_gsm.wav', 'GSM 6.10'],
  ['wav_ima_adpcm.wav', 'IMA ADPCM'],
  ['adts.aac', 'AAC'],
  ['layer2.mp3', 'MPEG layer 2'],
  ['flac_in_ogg.oga', 'FLAC in Ogg'],
  ['wav_rf64.wav', 'RF64'],
  ['voice_memo.m4a', 'M4A'],
  ['low.aiff', 'AIFF'],
  ['ulaw.au', 'AU'],
  ['page_of_an_error.mp3', 'a web page'],
  ['empty.mp3', 'empty'],
]);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-sound-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('has a row for each file', async () => {
  const files = (await readdir(FOLDER)).filter((name) => !/\.(?:mjs|md)$/.test(name));
  expect([...ROWS.map(([file]) => file), ...REFUSED.keys()].sort()).toEqual(files.sort());
});

/** The pitch in Hz of a part of a sound, by how often it crosses zero upwards. */
function pitchOf(samples: readonly number[], rate: number): number {
  const crossings = samples.filter((sample, at) => sample >= 0 && (samples[at - 1] ?? 0) < 0).length;
  return crossings / (samples.length / rate);
}

it.each(ROWS)('plays all of %s, as it is stored and as devices get it', async (name, least, most) => {
  const heard: number[] = [];
  let rate = 0;
  const decoded = await decodeFile(join(FOLDER, name));
  expect(decoded.duration_ms).toBeGreaterThanOrEqual(least);
  expect(decoded.duration_ms).toBeLessThanOrEqual(most);
  const stored = join(folder, name);
  if (decoded.cleaned) await writeFile(stored, decoded.cleaned);
  const path = decoded.cleaned ? stored : join(FOLDER, name);
  const again = await decodeFile(path, ([first = new Float32Array()], ofPart) => {
    rate = ofPart;
    for (const sample of first) heard.push(sample);
  });
  // What is stored needs nothing more, and is as long.
  expect([again.cleaned, again.duration_ms, again.format]).toEqual([null, decoded.duration_ms, decoded.format]);
  const end = (heard.length * 9) / 10;
  // The first frames of a stream need what was before them.
  if (name !== 'mp3_from_mid_frame.mp3')
    expect(pitchOf(heard.slice(heard.length / 10, heard.length * 0.4), rate)).toBeCloseTo(440, -1.5);
  expect(pitchOf(heard.slice(heard.length * 0.6, end), rate)).toBeCloseTo(name === 'mp3_joined.mp3' ? 880 : 440, -1.5);
  await levelFile(path, join(folder, 'levelled'), -20, decoded);
  const levelled = await decodeFile(join(folder, 'levelled'));
  // The encoder adds frames, which last longer at low rates.
  expect(levelled.duration_ms - decoded.duration_ms).toBeGreaterThan(-2);
  expect(levelled.duration_ms - decoded.duration_ms).toBeLessThan(250);
});

it.each([...REFUSED])('refuses %s, which is %s, with what to do', async (name, reason) => {
  await expect(decodeFile(join(FOLDER, name))).rejects.toThrow(reason);
  await expect(decodeFile(join(FOLDER, name))).rejects.toThrow(/[Pp]lease/);
});

it.each([
  ['mp3_cp1251_tag.mp3', 'Группа крови', 'Кино'],
  ['mp3_latin1_tag.mp3', 'Für Élise', 'Björk'],
])('reads the tags of %s', async (name, title, artist) => {
  expect(await decodeFile(join(FOLDER, name))).toMatchObject({ title, artist });
});
