import { FLACDecoder } from '@wasm-audio-decoders/flac';
import { OggVorbisDecoder } from '@wasm-audio-decoders/ogg-vorbis';
import { MPEGDecoder } from 'mpg123-decoder';
import { OggOpusDecoder } from 'ogg-opus-decoder';
import { readMp3Frames } from '../../../../lib/mp3-frames.ts';
import { cutOff, damaged } from './damaged.ts';
import { createFlacChecksum } from './flac-checksum.ts';
import { checkOggPages } from './ogg-pages.ts';
import type { Waveform } from './waveform.ts';

/** A part of a file that is decoded at once: little enough that its sound fits into the memory of the process. */
const PART_BYTES = 256 * 1024;

type Decoded = { channelData: Float32Array[]; sampleRate: number; errors: readonly unknown[] };
type Decoder = {
  ready: Promise<void>;
  decode(part: Uint8Array): Decoded | Promise<Decoded>;
  flush?(): Promise<Decoded>;
};

async function decodeWith(decoder: Decoder, file: Buffer, waveform: Pick<Waveform, 'add'>): Promise<void> {
  await decoder.ready;
  const add = ({ channelData, sampleRate, errors }: Decoded): void => {
    if (errors.length > 0) throw damaged();
    waveform.add(channelData, sampleRate);
  };
  for (let at = 0; at < file.length; at += PART_BYTES) add(await decoder.decode(file.subarray(at, at + PART_BYTES)));
  if (decoder.flush) add(await decoder.flush());
}

/** Bytes that may follow the sound: ID3v1 and APE tags, Lyrics3, zeros. */
const TRAILER = /^(\0*$|TAG|APETAGEX|LYRICSBEGIN|ID3)/;

export async function decodeMp3(file: Buffer, waveform: Waveform): Promise<void> {
  const { end, cut, frames, statedFrames } = readMp3Frames(file);
  if (frames === 0) throw damaged();
  if (cut || (statedFrames !== null && frames < statedFrames)) throw cutOff();
  if (!TRAILER.test(file.toString('latin1', end))) throw damaged();
  await decodeWith(new MPEGDecoder(), file.subarray(0, end), waveform);
}

/** `fLaC` and the block STREAMINFO. */
const FLAC_HEADER_BYTES = 42;

export async function decodeFlac(file: Buffer, waveform: Waveform, statedMs: number): Promise<void> {
  if (file.length < FLAC_HEADER_BYTES) throw cutOff();
  const checksum = createFlacChecksum(file);
  await decodeWith(new FLACDecoder(), file, {
    add(channels, sampleRate) {
      checksum.add(channels);
      waveform.add(channels, sampleRate);
    },
  });
  if (statedMs > 0 && waveform.durationMs() < statedMs - 1) throw cutOff();
  if (!checksum.matches()) throw damaged();
}

export async function decodeOgg(file: Buffer, waveform: Waveform, codec: string): Promise<void> {
  checkOggPages(file);
  const decoder = /opus/i.test(codec) ? new OggOpusDecoder() : new OggVorbisDecoder();
  await decodeWith(decoder, file, waveform);
}
