import { RTP_DEFAULTS, type RtpCodec } from '@belfry/schemas/domain/network-speakers';
import { encodeG711 } from './g711.ts';
import { createG722Encoder } from './g722.ts';

/** What every packet holds. L16 at 20 ms is longer than an Ethernet frame: routers and receivers put such packets together. */
export const PACKET_MS = 20;

/** How a stream is sent. The clock of G.722 ticks 8,000 times a second although it has 16,000 samples, by RFC 3551. */
export type RtpFormat = {
  codec: RtpCodec;
  payloadType: number;
  /** Samples a second of what is encoded. */
  rate: number;
  /** Samples, and ticks of the RTP clock, of one packet. */
  samples: number;
  ticks: number;
  bytes: number;
};

const of = (codec: RtpCodec, payloadType: number, rate: number): RtpFormat => {
  const samples = (rate * PACKET_MS) / 1_000;
  const ticks = codec === 'G722' ? samples / 2 : samples;
  return { codec, payloadType, rate, samples, ticks, bytes: codec === 'L16' ? samples * 2 : ticks };
};

const L16_48000 = of('L16', 96, 48_000);
const FORMATS: Record<RtpCodec, RtpFormat> = {
  PCMU: of('PCMU', 0, 8_000),
  PCMA: of('PCMA', 8, 8_000),
  G722: of('G722', 9, 16_000),
  L16: of('L16', 11, RTP_DEFAULTS.rate),
};

export const formatOf = ({ codec, rate }: { codec: RtpCodec; rate?: number | undefined }): RtpFormat =>
  codec === 'L16' && rate === L16_48000.rate ? L16_48000 : FORMATS[codec];

export type Encoder = {
  /** Of the samples of one packet, −1 to 1. */
  encode(samples: Float32Array): Uint8Array;
};

export function createEncoder({ codec, samples: count, bytes }: RtpFormat): Encoder {
  const quantizer = createQuantizer();
  const integers = new Int16Array(count);
  const g722 = codec === 'G722' ? createG722Encoder() : null;
  return {
    encode(samples) {
      quantizer(samples, integers);
      const payload = new Uint8Array(bytes);
      if (g722) g722.encode(integers, payload);
      else if (codec === 'PCMU' || codec === 'PCMA') encodeG711(codec, integers, payload);
      else writeBigEndian(integers, payload);
      return payload;
    },
  };
}

function writeBigEndian(samples: Int16Array, bytes: Uint8Array): void {
  for (let index = 0; index < samples.length; index++) {
    const sample = samples[index] ?? 0;
    bytes[2 * index] = (sample >> 8) & 0xff;
    bytes[2 * index + 1] = sample & 0xff;
  }
}

const FULL_SCALE = 32_768;
const UINT32 = 2 ** 32;

/** To 16 bits with triangular dither of two steps, so that what is quiet is not distorted. Silence stays silence. */
function createQuantizer(): (samples: Float32Array, into: Int16Array) => void {
  let state = 0x9e_37_79_b9;
  const random = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / UINT32;
  };
  return (samples, into) => {
    const isSilent = samples.every((sample) => sample === 0);
    for (let index = 0; index < into.length; index++) {
      const dither = isSilent ? 0 : random() - random();
      const value = Math.round((samples[index] ?? 0) * FULL_SCALE + dither);
      into[index] = Math.min(FULL_SCALE - 1, Math.max(-FULL_SCALE, value));
    }
  };
}
