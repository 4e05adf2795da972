import { OPUS } from './opus-settings.ts';
import type { FromOpusWorker } from './opus-worker.ts';

/** Encodes frames of 40 ms, one packet each, in order. */
export type Encoder = {
  encode: (samples: Float32Array, capturedAt: number) => void;
  /** Resolves when every frame that was given has become a packet. */
  flush: () => Promise<void>;
  close: () => void;
};
export type EncoderEvents = {
  onPacket: (packet: Uint8Array, capturedAt: number) => void;
  /** It gives no more packets. */
  onFailed: () => void;
};
export type CreateEncoder = (events: EncoderEvents) => Promise<Encoder>;

/** WebCodecs knows more settings of Opus than the types of the compiler. */
const CONFIG = {
  codec: 'opus',
  sampleRate: OPUS.rateHz,
  numberOfChannels: 1,
  bitrate: OPUS.bitsPerSecond,
  opus: {
    application: 'voip',
    signal: 'voice',
    frameDuration: OPUS.frameMs * 1_000,
    useinbandfec: true,
    packetlossperc: OPUS.expectedLossPercent,
  },
} satisfies AudioEncoderConfig & { opus: { application: string; signal: string } };

/** The encoder of the browser, or the WASM one where it has none. @throws where neither can be used */
export const createEncoder: CreateEncoder = async (events) =>
  (await isSupported()) ? createBrowserEncoder(events) : createWasmEncoder(events);

async function isSupported(): Promise<boolean> {
  const { AudioEncoder: Native }: { AudioEncoder?: typeof AudioEncoder } = globalThis;
  if (!Native) return false;
  const answer = await Native.isConfigSupported(CONFIG).catch(() => null);
  return answer?.supported === true;
}

function createBrowserEncoder({ onPacket, onFailed }: EncoderEvents): Encoder {
  const captured: number[] = [];
  let frames = 0;
  const encoder = new AudioEncoder({
    output: (chunk) => {
      const capturedAt = captured.shift();
      // The end of the last frame may come as a packet of its own.
      if (capturedAt === undefined) return;
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      onPacket(packet, capturedAt);
    },
    error: onFailed,
  });
  encoder.configure(CONFIG);
  return {
    encode: (samples, capturedAt) => {
      if (encoder.state !== 'configured') return;
      captured.push(capturedAt);
      const data = new AudioData({
        format: 'f32-planar',
        sampleRate: OPUS.rateHz,
        numberOfChannels: 1,
        numberOfFrames: samples.length,
        timestamp: frames * OPUS.frameMs * 1_000,
        data: samples as Float32Array<ArrayBuffer>,
      });
      frames += 1;
      encoder.encode(data);
      data.close();
    },
    flush: () => (encoder.state === 'configured' ? encoder.flush().catch(() => undefined) : Promise.resolve()),
    close: () => {
      if (encoder.state !== 'closed') encoder.close();
    },
  };
}

async function createWasmEncoder({ onPacket, onFailed }: EncoderEvents): Promise<Encoder> {
  const worker = new Worker(new URL('./opus-worker.ts', import.meta.url), { type: 'module' });
  const captured: number[] = [];
  const waiting: (() => void)[] = [];
  const ready = Promise.withResolvers<void>();
  const fail = (): void => {
    ready.reject(new Error('Opus cannot be loaded'));
    for (const resolve of waiting.splice(0)) resolve();
    onFailed();
  };
  worker.addEventListener('error', fail);
  worker.addEventListener('message', ({ data }: MessageEvent<FromOpusWorker>) => {
    if (data.kind === 'ready') ready.resolve();
    else if (data.kind === 'failed') fail();
    else {
      const capturedAt = captured.shift();
      if (capturedAt !== undefined) onPacket(data.packet, capturedAt);
      if (captured.length === 0) for (const resolve of waiting.splice(0)) resolve();
    }
  });
  try {
    await ready.promise;
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    encode: (samples, capturedAt) => {
      captured.push(capturedAt);
      worker.postMessage(samples, { transfer: [] });
    },
    flush: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (captured.length === 0) resolve();
      else waiting.push(resolve);
      return promise;
    },
    close: () => worker.terminate(),
  };
}
