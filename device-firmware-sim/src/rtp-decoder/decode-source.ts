import { open } from 'node:fs/promises';
import { createResampler, type Resampler } from '../rtp/resampler.ts';
import { OutputError } from '../playback/audio-output.ts';
import { decodeBytes, type Decoded } from './decode-bytes.ts';
import type { DecoderSource } from './decoder-messages.ts';
import { readIcyStream } from './icy-stream.ts';

/** A quarter of a second of MP3, which is decoded in about a millisecond. */
const READ_BYTES = 4_096;

type DecodeOptions = {
  /** Samples a second. */
  rate: number;
  positionS: number;
  signal: AbortSignal;
  titled: (title: string) => void;
};

/** The sound of a file or a station as one channel at a rate, from a position on. Throws OutputError. */
export async function* decodeSource(source: DecoderSource, options: DecodeOptions): AsyncGenerator<Float32Array> {
  const { rate, positionS, signal, titled } = options;
  const bytes = 'url' in source ? readIcyStream(source.url, { signal, titled }) : readFile(source.path);
  let resampler: Resampler | null = null;
  let rateBefore = 0;
  let skipS = positionS;
  for await (const decoded of decodeBytes(bytes)) {
    const mono = monoOf(decoded);
    const skip = Math.min(mono.length, Math.round(skipS * decoded.rate));
    skipS = Math.max(0, skipS - mono.length / decoded.rate);
    if (skip === mono.length) continue;
    if (!resampler || rateBefore !== decoded.rate) {
      if (resampler) yield resampler.end();
      resampler = createResampler(decoded.rate, rate);
      rateBefore = decoded.rate;
    }
    yield resampler.push(mono.subarray(skip));
  }
  if (resampler) yield resampler.end();
}

async function* readFile(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path).catch((error: unknown) => {
    throw new OutputError('the audio file is not on this device', { cause: error });
  });
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/** The mean of the channels. */
function monoOf({ channels }: Decoded): Float32Array {
  const [first = new Float32Array(0), second] = channels;
  if (!second) return first;
  const mono = new Float32Array(first.length);
  for (const channel of channels)
    for (let index = 0; index < mono.length; index++)
      mono[index] = (mono[index] ?? 0) + (channel[index] ?? 0) / channels.length;
  return mono;
}
