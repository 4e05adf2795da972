import type { Speech } from './speaker.ts';

const HEADER_BYTES = 44;

/** The samples of a WAV file, 16 bit, mono, with a plain header. Throws an Error for another file. */
export function readWav(file: Buffer): Speech {
  const isPlain =
    file.length > HEADER_BYTES &&
    file.toString('latin1', 0, 4) === 'RIFF' &&
    file.toString('latin1', 8, 16) === 'WAVEfmt ' &&
    file.readUInt16LE(22) === 1 &&
    file.readUInt16LE(34) === 16;
  if (!isPlain) throw new Error('the file is no WAV file of 16 bit, mono');
  const samples = new Int16Array((file.length - HEADER_BYTES) >> 1);
  for (let index = 0; index < samples.length; index += 1) samples[index] = file.readInt16LE(HEADER_BYTES + index * 2);
  return { samples, sampleRate: file.readUInt32LE(24) };
}
