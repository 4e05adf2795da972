import { OPUS } from './opus-settings.ts';
import { writeInt16 } from './pcm.ts';

/** The exports of the module that are called here; its own loader is for Node only. */
type Opus = {
  memory: WebAssembly.Memory;
  malloc: (bytes: number) => number;
  opus_encoder_get_size: (channels: number) => number;
  opus_encoder_init: (encoder: number, rateHz: number, channels: number, application: number) => number;
  opus_encoder_ctl_set: (encoder: number, request: number, value: number) => number;
  // oxlint-disable-next-line max-params -- as the library declares it
  opus_encode: (encoder: number, pcm: number, samples: number, packet: number, maxBytes: number) => number;
};

/** Of opus_defines.h. */
const APPLICATION_VOIP = 2_048;
const SIGNAL_VOICE = 3_001;
const SET = { bitrate: 4_002, inbandFec: 4_012, packetLossPercent: 4_014, signal: 4_024 };
const PACKET_MAX_BYTES = 1_275;
const CHANNELS = 1;

const nothing = (): number => 0;
const IMPORTS = {
  wasi_snapshot_preview1: { fd_seek: nothing, fd_write: nothing, fd_close: nothing, proc_exit: nothing },
  env: { emscripten_notify_memory_growth: nothing },
};

/**
 * Starts the encoder. Rejects where the module cannot be compiled.
 * @param file opus.wasm of the package
 * @returns what encodes 40 ms of samples (−1 to 1) into one packet
 */
export async function startOpus(file: BufferSource): Promise<(samples: Float32Array) => Uint8Array> {
  const { instance } = await WebAssembly.instantiate(file, IMPORTS);
  const opus = instance.exports as unknown as Opus;
  const encoder = opus.malloc(opus.opus_encoder_get_size(CHANNELS));
  const pcm = opus.malloc(OPUS.frameSamples * Int16Array.BYTES_PER_ELEMENT);
  const packet = opus.malloc(PACKET_MAX_BYTES);
  checked(opus.opus_encoder_init(encoder, OPUS.rateHz, CHANNELS, APPLICATION_VOIP));
  checked(opus.opus_encoder_ctl_set(encoder, SET.bitrate, OPUS.bitsPerSecond));
  checked(opus.opus_encoder_ctl_set(encoder, SET.inbandFec, 1));
  checked(opus.opus_encoder_ctl_set(encoder, SET.packetLossPercent, OPUS.expectedLossPercent));
  checked(opus.opus_encoder_ctl_set(encoder, SET.signal, SIGNAL_VOICE));
  return (samples) => {
    // A new view each time: the memory may have grown.
    const view = new Int16Array(opus.memory.buffer, pcm, OPUS.frameSamples);
    writeInt16(samples, view);
    const bytes = checked(opus.opus_encode(encoder, pcm, OPUS.frameSamples, packet, PACKET_MAX_BYTES));
    return new Uint8Array(opus.memory.buffer, packet, bytes).slice();
  };
}

function checked(result: number): number {
  if (result < 0) throw new Error(`Opus answered ${result}`);
  return result;
}
