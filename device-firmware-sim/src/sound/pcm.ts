const WAV_HEADER_BYTES = 44;
const FULL_SCALE = 32_768;

/** Sound of one channel; samples from −1 to 1. */
export type Sound = { samples: Float32Array; rate: number };

/** The mean of the channels of 16-bit little-endian samples. An incomplete last frame is left out. */
export function samplesOf(bytes: Buffer, channels: number): Float32Array {
  const frames = Math.floor(bytes.length / (2 * channels));
  return Float32Array.from({ length: frames }, (_, frame) => {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += bytes.readInt16LE((frame * channels + channel) * 2);
    return sum / channels / FULL_SCALE;
  });
}

/** Signed 16-bit little-endian samples, clipped at full scale: the inverse of `samplesOf` for one channel. */
export function bytesOf(samples: Float32Array): Buffer {
  const bytes = Buffer.allocUnsafe(samples.length * 2);
  for (const [index, sample] of samples.entries()) {
    const value = Math.round(sample * FULL_SCALE);
    bytes.writeInt16LE(Math.min(FULL_SCALE - 1, Math.max(-FULL_SCALE, value)), index * 2);
  }
  return bytes;
}

/** A WAV file of one channel with 16 bits a sample. */
export function formatWav({ samples, rate }: Sound): Buffer {
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples.length * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples.length * 2, 40);
  bytesOf(samples).copy(file, WAV_HEADER_BYTES);
  return file;
}

/** Every `factor`th sample, each the mean of those between; for sound without frequencies above the new limit. */
export const downsample = (samples: Float32Array, factor: number): Float32Array =>
  Float32Array.from({ length: Math.floor(samples.length / factor) }, (_, index) => {
    let sum = 0;
    for (let part = 0; part < factor; part++) sum += samples[index * factor + part] ?? 0;
    return sum / factor;
  });
