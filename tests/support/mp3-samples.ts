import { decodeMp3 } from '@belfry/api/features/library/decode/decoders';

/** The samples of an MP3 file, of its first channel. @throws when the file is damaged */
export async function samplesOfMp3(file: Uint8Array): Promise<Float32Array> {
  const samples: number[] = [];
  await decodeMp3(Buffer.from(file), {
    add: ([first]) => {
      for (const sample of first ?? []) samples.push(sample);
    },
    durationMs: () => 0,
    peaks: () => [],
  });
  return Float32Array.from(samples);
}
