const WAV_HEADER_BYTES = 44;
const FULL_SCALE = 32_768;

/** Sound of one channel; samples from −1 to 1. */
export type Sound = { samples: Float32Array; rate: number };

/** The mean of the channels of 16-bit little-endian samples. An incomplete last frame is left out. */
export function samplesOf(bytes: Uint8Array, channels: number): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const frames = Math.floor(bytes.length / (2 * channels));
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += view.getInt16((frame * channels + channel) * 2, true);
    return sum / channels / FULL_SCALE;
  });
}

function writeSamples(view: DataView, at: number, samples: Float32Array): void {
  for (const [index, sample] of samples.entries()) {
    const value = Math.round(sample * FULL_SCALE);
    view.setInt16(at + index * 2, Math.min(FULL_SCALE - 1, Math.max(-FULL_SCALE, value)), true);
  }
}

/** Signed 16-bit little-endian samples, clipped at full scale: the inverse of `samplesOf` for one channel. */
export function bytesOf(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * 2);
  writeSamples(new DataView(bytes.buffer), 0, samples);
  return bytes;
}

/** A WAV file of one channel with 16 bits a sample. */
export function formatWav({ samples, rate }: Sound): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(WAV_HEADER_BYTES + samples.length * 2);
  const view = new DataView(file.buffer);
  const text = (at: number, letters: string): void => file.set(new TextEncoder().encode(letters), at);
  text(0, 'RIFF');
  view.setUint32(4, file.length - 8, true);
  text(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, 'data');
  view.setUint32(40, samples.length * 2, true);
  writeSamples(view, WAV_HEADER_BYTES, samples);
  return file;
}

/** Every `factor`th sample, each the mean of those between; for sound without frequencies above the new limit. */
export const downsample = (samples: Float32Array, factor: number): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, index) => {
    let sum = 0;
    for (let part = 0; part < factor; part++) sum += samples[index * factor + part] ?? 0;
    return sum / factor;
  });
