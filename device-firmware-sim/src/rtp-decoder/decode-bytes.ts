import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { OutputError } from '../playback/audio-output.ts';
import { decodeWav } from './decode-wav.ts';
import { oggPages } from './ogg-pages.ts';

export type Decoded = { channels: readonly Float32Array[]; rate: number };

type LibraryAnswer = { channelData: Float32Array[]; sampleRate: number };
type LibraryDecoder = {
  ready: Promise<void>;
  decode(part: Uint8Array): LibraryAnswer | Promise<LibraryAnswer>;
  flush?(): Promise<LibraryAnswer>;
  free(): void;
};

/** Enough for every signature, and for the names of the codecs of Ogg. */
const HEAD_BYTES = 64;

type SoundFormat = 'mp3' | 'ogg' | 'flac' | 'wav' | 'aac';

/** What begins with none of them is MP3, which may begin with any frame. */
function formatOfHead(head: Buffer): SoundFormat {
  const letters = head.toString('latin1', 0, 4);
  if (letters === 'RIFF') return 'wav';
  if (letters === 'fLaC') return 'flac';
  if (letters === 'OggS') return 'ogg';
  // ADTS: the layer is 0, which MP3 does not have.
  if (head[0] === 0xff && ((head[1] ?? 0) & 0xf6) === 0xf0) return 'aac';
  return head.toString('latin1', 4, 8) === 'ftyp' ? 'aac' : 'mp3';
}

/** Decodes a file or a stream of any format of the library. Throws OutputError. */
export async function* decodeBytes(input: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  const iterator = input[Symbol.asyncIterator]();
  try {
    const head = await readHead(iterator);
    yield* decodeAs(formatOfHead(head), bytesFrom(head, iterator));
  } finally {
    await iterator.return?.();
  }
}

async function* decodeAs(format: SoundFormat, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  if (format === 'aac') throw new OutputError(reasonText('station_format'));
  if (format === 'wav') yield* decodeWav(bytes);
  else if (format === 'flac') yield* decodeWith(new FLACDecoder(), withNextFrame(bytes));
  else if (format === 'mp3') yield* decodeWith(new MPEGDecoder(), bytes);
  else yield* decodeOgg(bytes);
}

/** Rejects with OutputError where nothing comes. */
async function readHead(iterator: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    parts.push(next.value);
    length += next.value.length;
  }
  if (length === 0) throw new OutputError(reasonText('station_no_sound'));
  return Buffer.concat(parts);
}

async function* bytesFrom(first: Uint8Array, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (;;) {
    const next = await iterator.next();
    if (next.done === true) return;
    yield next.value;
  }
}

async function* decodeWith(decoder: LibraryDecoder, input: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  await decoder.ready;
  try {
    for await (const part of input) yield* soundOf(await decoder.decode(part));
    if (decoder.flush) yield* soundOf(await decoder.flush());
  } finally {
    decoder.free();
  }
}

function* soundOf({ channelData, sampleRate }: LibraryAnswer): Generator<Decoded> {
  if ((channelData[0]?.length ?? 0) > 0 && sampleRate > 0) yield { channels: channelData, rate: sampleRate };
}

/** A station begins a new stream with each title: each has a decoder of its own. */
async function* decodeOgg(input: AsyncIterable<Uint8Array>): AsyncGenerator<Decoded> {
  let decoder: LibraryDecoder | null = null;
  let isBeginning = false;
  try {
    for await (const { bytes, isFirst } of oggPages(input)) {
      if (isFirst && !isBeginning) {
        if (decoder?.flush) yield* soundOf(await decoder.flush());
        decoder?.free();
        decoder = oggDecoderFor(bytes);
        await decoder.ready;
      }
      isBeginning = isFirst;
      if (decoder) yield* soundOf(await decoder.decode(bytes));
    }
    if (decoder?.flush) yield* soundOf(await decoder.flush());
  } finally {
    decoder?.free();
  }
}

function oggDecoderFor(page: Buffer): LibraryDecoder {
  if (page.includes('OpusHead')) return new OggOpusDecoder();
  if (page.includes('fLaC')) return new FLACDecoder();
  if (page.includes('vorbis')) return new OggVorbisDecoder();
  throw new OutputError('this device does not play this kind of Ogg');
}

/** The header of a frame, with which the last frame of a file ends for the decoder as the others do: it would lose one that ends with the file. */
const NEXT_FRAME = Buffer.concat([Buffer.from([0xff, 0xf8, 0xc9, 0x08, 0x00, 0x95]), Buffer.alloc(26)]);

async function* withNextFrame(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* input;
  yield NEXT_FRAME;
}

/** What speech and most music is compressed with. */
export async function compileDecoders(): Promise<void> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  decoder.free();
}
