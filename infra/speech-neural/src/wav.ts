const HEADER_BYTES = 44;
const BYTES_A_SAMPLE = 2;
const FULL_SCALE = 32_767;
const PCM = 1;

/**
 * A WAV file, 16 bit, mono. Samples are from -1 to 1; a louder signal is made quieter as a whole, so that nothing is clipped, and what is
 * no number is silence.
 */
export function wavOf(samples: Float32Array, sampleRate: number): Buffer {
  let peak = 1;
  for (const sample of samples) if (Number.isFinite(sample)) peak = Math.max(peak, Math.abs(sample));
  const bytes = samples.length * BYTES_A_SAMPLE;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(PCM, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * BYTES_A_SAMPLE, 28);
  file.writeUInt16LE(BYTES_A_SAMPLE, 32);
  file.writeUInt16LE(8 * BYTES_A_SAMPLE, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  samples.forEach((sample, index) => {
    const value = Number.isFinite(sample) ? Math.round((sample / peak) * FULL_SCALE) : 0;
    file.writeInt16LE(value, HEADER_BYTES + index * BYTES_A_SAMPLE);
  });
  return file;
}

export function joinPieces(pieces: readonly Float32Array[], pauseSamples: number): Float32Array {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0) + pauseSamples * Math.max(0, pieces.length - 1);
  const whole = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length + pauseSamples;
  }
  return whole;
}
