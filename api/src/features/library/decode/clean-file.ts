import type { AudioFormat } from '@belfry/schemas/domain/announcements';
import { cleanMp3, firstFrame } from './clean-mp3.ts';
import { beforeTagsAtEnd, behindTags } from './tags-around.ts';
import { DamagedError } from './waveform.ts';
import { cleanWav } from './wav.ts';
import { frameName, refusalOf, refusalOfFile } from './what-it-is.ts';

type Clean = {
  format: AudioFormat;
  bytes: Buffer;
};

/**
 * A file by its content, whatever its name says, as every player plays it from its beginning to its end: what recorders, taggers and downloads have left around
 * the sound, or stated wrong about it, is put right. Throws DamagedError with what a file is that is not played.
 */
export function cleanFile(file: Buffer): Clean {
  const at = behindTags(file, 0);
  const head = file.toString('latin1', at, at + 12);
  if (head.startsWith('RIFF') && head.endsWith('WAVE')) {
    const bytes = cleanWav(at === 0 ? file : file.subarray(at));
    return bytes.toString('latin1', 0, 4) === 'RIFF'
      ? { format: 'wav', bytes }
      : { format: 'mp3', bytes: cleanMp3(bytes) };
  }
  if (head.startsWith('fLaC')) return { format: 'flac', bytes: oneOf(withoutTags(file, at), FLAC_BEGINNING) };
  if (head.startsWith('OggS') && isPlayedOgg(file, at)) return { format: 'ogg', bytes: withoutTags(file, at) };
  const frame = frameName(file[at + 1] ?? 0);
  if (frame !== null && file[at] === 0xff && ((file[at + 1] ?? 0) & 0xe0) === 0xe0)
    throw new DamagedError(refusalOf(frame));
  const refusal = refusalOfFile(file, at);
  if (refusal === null && firstFrame(file) !== null) return { format: 'mp3', bytes: cleanMp3(file) };
  throw new DamagedError(refusal ?? 'This is no MP3, OGG, FLAC or WAV file');
}

function withoutTags(file: Buffer, at: number): Buffer {
  const end = beforeTagsAtEnd(file, at);
  return at === 0 && end === file.length ? file : file.subarray(at, end);
}

/** `fLaC` and the header of its first block. */
const FLAC_BEGINNING = Buffer.from([0x66, 0x4c, 0x61, 0x43, 0x00, 0x00, 0x00, 0x22]);
function oneOf(file: Buffer, beginning: Buffer): Buffer {
  if (file.indexOf(beginning, beginning.length) < 0) return file;
  throw new DamagedError(
    'There are two recordings in one file. Please upload them one by one, or join them in an audio editor.',
  );
}

function isPlayedOgg(file: Buffer, at: number): boolean {
  const content = at + 27 + (file[at + 26] ?? 0);
  const head = file.toString('latin1', content, content + 8);
  // The skeleton of an Ogg file, which describes the other streams, may stand first.
  return head.startsWith('OpusHead') || head.startsWith('\u0001vorbis') || head.startsWith('fishead');
}
