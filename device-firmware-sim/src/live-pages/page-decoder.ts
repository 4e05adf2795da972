import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { lostPacket, readOpusPacket, type OpusPacket } from './opus-packet.ts';

export const FRAME_SAMPLES = (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000;
/** This many missing frames in a row continue the sound; after them it is silent. */
const CONCEALED_MAX = 3;
/** What begins after silence fades in, without a click. */
const FADE_IN_SAMPLES = 240;

/** Decodes the frames of one page, in their order. All samples are −1 to 1, of one channel at 48 kHz. */
export type PageDecoder = {
  /** FRAME_SAMPLES samples; those of a packet that is damaged are concealed. */
  decode(packet: Uint8Array): Float32Array;
  /** FRAME_SAMPLES samples in the place of a frame that is missing. */
  conceal(): Float32Array;
  free(): void;
};

/** Whether a packet has the length of a frame of a page, and the decoder takes it. */
export const isPagePacket = (packet: Uint8Array): boolean => readOpusPacket(packet)?.samples === FRAME_SAMPLES;

/**
 * The decoder is WebAssembly, which is loaded with the first page. It gives no access to the redundancy that packets carry for the one before
 * them (FEC), so gaps are concealed only.
 */
export async function createPageDecoder(): Promise<PageDecoder> {
  const { OpusDecoder } = await import('opus-decoder');
  const opus = new OpusDecoder({ channels: 1 });
  await opus.ready;
  let last: OpusPacket | null = null;
  let missing = 0;
  let wasSilent = false;

  function samplesOf(packet: Uint8Array): Float32Array {
    const [samples = new Float32Array()] = opus.decodeFrame(packet).channelData;
    if (samples.length === FRAME_SAMPLES) return samples;
    const filled = new Float32Array(FRAME_SAMPLES);
    filled.set(samples.subarray(0, FRAME_SAMPLES));
    return filled;
  }

  function conceal(): Float32Array {
    missing += 1;
    if (!last || missing > CONCEALED_MAX) {
      wasSilent = true;
      return new Float32Array(FRAME_SAMPLES);
    }
    const samples = samplesOf(lostPacket(last));
    if (missing === CONCEALED_MAX) fade(samples, samples.length, 'out');
    return samples;
  }

  return {
    conceal,
    decode(packet) {
      const read = readOpusPacket(packet);
      if (read?.samples !== FRAME_SAMPLES) return conceal();
      const samples = samplesOf(packet);
      if (wasSilent) fade(samples, FADE_IN_SAMPLES, 'in');
      last = read;
      missing = 0;
      wasSilent = false;
      return samples;
    },
    free: () => opus.free(),
  };
}

function fade(samples: Float32Array, length: number, direction: 'in' | 'out'): void {
  for (let index = 0; index < length; index++) {
    const share = index / length;
    samples[index] = (samples[index] ?? 0) * (direction === 'in' ? share : 1 - share);
  }
}
