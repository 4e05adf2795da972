import { OPUS } from './opus-settings.ts';

/** @param sample −1 to 1 */
const toInt16 = (sample: number): number => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);

/** Writes samples (−1 to 1) as 16-bit integers. */
export function writeInt16(samples: Float32Array, into: Int16Array): void {
  for (const [at, sample] of samples.entries()) into[at] = toInt16(sample);
}

const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** A WAV file of 16-bit samples of one channel at 48 kHz. */
export function wavOf(samples: Int16Array): Blob {
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const text = (at: number, letters: string): void => {
    for (let index = 0; index < letters.length; index++) header.setUint8(at + index, letters.charCodeAt(index));
  };
  const bytes = samples.length * SAMPLE_BYTES;
  text(0, 'RIFF');
  header.setUint32(4, HEADER_BYTES - 8 + bytes, true);
  text(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, OPUS.rateHz, true);
  header.setUint32(28, OPUS.rateHz * SAMPLE_BYTES, true);
  header.setUint16(32, SAMPLE_BYTES, true);
  header.setUint16(34, SAMPLE_BYTES * 8, true);
  text(36, 'data');
  header.setUint32(40, bytes, true);
  // Typed arrays are little-endian on everything that runs a browser, as WAV files are.
  return new Blob([header, samples as Int16Array<ArrayBuffer>], { type: 'audio/wav' });
}
