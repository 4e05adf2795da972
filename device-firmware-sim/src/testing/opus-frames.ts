import { Encoder } from '@evan/opus';
import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { bytesOf, type Sound } from '../sound/pcm.ts';

const FRAME_SAMPLES = (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000;
export const ENCODER_DELAY_SAMPLES = 312;

/** The packets of a sound at 48 kHz, as the console encodes it: 40 ms each, the last one filled with silence. */
export function encodePackets({ samples }: Pick<Sound, 'samples'>): Uint8Array[] {
  const encoder = new Encoder({ channels: 1, sample_rate: PAGE_RATE_HZ, application: 'voip' });
  encoder.bitrate = 24_000;
  encoder.inband_fec = true;
  encoder.packet_loss = 10;
  const packets = Math.ceil(samples.length / FRAME_SAMPLES);
  return Array.from({ length: packets }, (_, index) => {
    const frame = new Float32Array(FRAME_SAMPLES);
    frame.set(samples.subarray(index * FRAME_SAMPLES, (index + 1) * FRAME_SAMPLES));
    return encoder.encode(bytesOf(frame));
  });
}
