import { readFile } from 'node:fs/promises';
import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import type { Loudness } from '@belfry/schemas/domain/loudness';
import { cleanFile } from './clean-file.ts';
import { decodeFlac, decodeMp3, decodeOgg } from './decoders.ts';
import { createLoudnessMeter } from './loudness.ts';
import { readTags } from './read-tags.ts';
import { decodeWav } from './wav.ts';
import { createWaveform, cutOff, type Waveform } from './waveform.ts';

type DecodedFile = Loudness & {
  format: AudioFormat;
  duration_ms: number;
  title: string | null;
  artist: string | null;
  peaks: number[];
  /** The file as every player plays it; null where it is that. */
  cleaned: Buffer | null;
};

/**
 * Reads a whole audio file by its content, whatever its name says: its format, tags, duration, waveform and loudness. Throws
 * DamagedError for what cannot be played from its beginning to its end.
 * @param heard gets the sound in parts, in its order
 */
export async function decodeFile(path: string, heard?: Waveform['add']): Promise<DecodedFile> {
  const file = await readFile(path);
  const { format, bytes } = cleanFile(file);
  const tags = heard ? null : await readTags(file);
  const waveform = createWaveform();
  const meter = createLoudnessMeter();
  await decoders[format](bytes, {
    ...waveform,
    add(channels, sampleRate) {
      // First, because it refuses what is too long.
      waveform.add(channels, sampleRate);
      meter.add(channels, sampleRate);
      heard?.(channels, sampleRate);
    },
  });
  if (waveform.durationMs() === 0) throw cutOff();
  return {
    format,
    duration_ms: waveform.durationMs(),
    title: tags?.title ?? null,
    artist: tags?.artist ?? null,
    peaks: waveform.peaks(),
    ...meter.result(),
    cleaned: bytes === file ? null : bytes,
  };
}

const decoders: Record<AudioFormat, (file: Buffer, waveform: Waveform) => Promise<void>> = {
  wav: (file, waveform) => Promise.resolve(decodeWav(file, waveform)),
  mp3: decodeMp3,
  flac: decodeFlac,
  ogg: decodeOgg,
};
