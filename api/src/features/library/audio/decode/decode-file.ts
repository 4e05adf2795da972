import { readFile } from 'node:fs/promises';
import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import { parseBuffer, type IAudioMetadata } from 'music-metadata';
import { cutOff, damaged, DamagedError } from './damaged.ts';
import { decodeFlac, decodeMp3, decodeOgg } from './decoders.ts';
import { decodeWav } from './decode-wav.ts';
import { createWaveform, type Waveform } from './waveform.ts';

export type DecodedFile = {
  format: AudioFormat;
  duration_ms: number;
  title: string | null;
  artist: string | null;
  peaks: number[];
};

const TAG_MAX = 200;

/**
 * Reads a whole audio file by its content, whatever its name says: its format, tags, duration and waveform. Throws
 * DamagedError for what cannot be played from its beginning to its end.
 */
export async function decodeFile(path: string): Promise<DecodedFile> {
  const file = await readFile(path);
  const format = formatOf(file);
  // The tags, which do not tell whether the sound is complete.
  const metadata = await parseBuffer(file, undefined, { duration: false, skipCovers: true }).catch(() => {
    throw damaged();
  });
  const waveform = createWaveform();
  await decode(format, file, metadata, waveform);
  if (waveform.durationMs() === 0) throw cutOff();
  const { title, artist } = metadata.common;
  return {
    format,
    duration_ms: waveform.durationMs(),
    title: textOf(title),
    artist: textOf(artist),
    peaks: waveform.peaks(),
  };
}

/** Postgres stores no NUL. */
const textOf = (text: string | undefined): string | null => text?.replaceAll('\0', '').trim().slice(0, TAG_MAX) || null;

async function decode(format: AudioFormat, file: Buffer, { format: info }: IAudioMetadata, waveform: Waveform) {
  switch (format) {
    case 'wav':
      decodeWav(file, waveform);
      return;
    case 'mp3':
      await decodeMp3(file, waveform);
      return;
    case 'flac':
      await decodeFlac(file, waveform, { ms: (info.duration ?? 0) * 1_000, channels: info.numberOfChannels ?? 1 });
      return;
    case 'ogg':
      await decodeOgg(file, waveform, info.codec ?? '');
  }
}

function formatOf(file: Buffer): AudioFormat {
  const head = file.toString('latin1', 0, 12);
  if (head.startsWith('OggS')) return 'ogg';
  if (head.startsWith('fLaC')) return 'flac';
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) return 'wav';
  if (head.startsWith('ID3') || ((file[0] ?? 0) === 0xff && ((file[1] ?? 0) & 0xe0) === 0xe0)) return 'mp3';
  throw new DamagedError('This is no MP3, OGG, FLAC or WAV file');
}
