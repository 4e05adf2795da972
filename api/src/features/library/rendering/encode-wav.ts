const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;
const FULL_SCALE = 32_767;
const PCM = 1;

/** A WAV file of 16 bits with one channel. @param samples from -1 to 1 */
export function encodeWav(samples: Float32Array, rate: number): Buffer {
  const bytes = samples.length * BYTES_PER_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  file.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  file.writeUInt16LE(BYTES_PER_SAMPLE * 8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  samples.forEach((sample, index) => {
    const limited = Math.max(-1, Math.min(1, sample));
    file.writeInt16LE(Math.round(limited * FULL_SCALE), HEADER_BYTES + index * BYTES_PER_SAMPLE);
  });
  return file;
}
