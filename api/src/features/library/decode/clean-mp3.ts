import { frameAt, readMp3Frames, type Mp3Frame } from '../../../lib/mp3-frames.ts';
import { behindTag, behindTags } from './tags-around.ts';
import { cutOff, damaged, DamagedError } from './waveform.ts';

/** So many frames of one kind in a row are no coincidence. */
const CHAIN = 3;
/** A recording of a stream begins within a frame; so much before the first whole one is left out. */
const LEAD_MAX = 8_192;
/** At most so many bytes that no player plays may follow the sound. */
const TAIL_MAX = 128 * 1_024;
const TWO = 'There are two recordings in one file';

type Part = { from: number; to: number };
type Sound = {
  parts: Part[];
  frames: number;
  encoders: { at: number; countAt: number; stated: number | null; frames: number }[];
  isCut: boolean;
};

function chainAt(file: Buffer, from: number): boolean {
  let at = from;
  const kind = frameAt(file, from)?.kind;
  for (let count = 0; count < CHAIN; count += 1) {
    const frame = frameAt(file, at);
    if (!frame || frame.kind !== kind) return count > 0 && at >= file.length;
    if (at + frame.length > file.length) return count > 0;
    at += frame.length;
  }
  return true;
}

/** The first frame behind tags, and behind the rest of a frame in a recording of a stream; null for what is no MP3 file. */
export function firstFrame(file: Buffer): number | null {
  const start = behindTags(file, 0);
  for (let at = start; at < Math.min(file.length, start + LEAD_MAX); at += 1)
    if (file[at] === 0xff && chainAt(file, at)) return at;
  return frameAt(file, start) && start < file.length && readMp3Frames(file.subarray(start)).frames > 0 ? start : null;
}

/**
 * An MP3 file as every player plays it, from its first whole frame to its last one: without tags between and before the sound and what is left of cut frames, and with the
 * true length of recordings that follow each other. The file itself where there is nothing to do. Throws DamagedError, also for recordings of different
 * rates in one file, which players cut off or play at the wrong speed.
 */
export function cleanMp3(file: Buffer): Buffer {
  const first = firstFrame(file);
  if (first === null) throw damaged();
  const { parts, encoders, frames, isCut } = readSound(file, first);
  const [encoder] = encoders;
  const last = encoders.at(-1);
  if (last?.stated != null && last.frames < last.stated - 1) throw cutOff();
  const end = parts.at(-1)?.to ?? 0;
  // Zeros and other remains behind the sound count as sound for players that divide the size by the bit rate.
  const isFollowed = end < file.length && behindTag(file, end) === end;
  const isOrderly =
    parts.length === 1 && encoders.length <= 1 && !isCut && !isFollowed && readMp3Frames(file).frames === frames;
  if (isOrderly && (encoder?.stated == null || encoder.stated === frames)) return file;
  const sound = soundOf(file, parts, encoders);
  const bytes = sound.reduce((sum, piece) => sum + piece.length, 0);
  // Players show the length that the encoder states at the beginning, and some stop there.
  if (encoder?.at !== first || encoder.stated === null) return Buffer.concat(sound);
  const head = file.subarray(first, first + (frameAt(file, first)?.length ?? 0));
  const tail =
    last && last !== encoder ? file.subarray(last.at, last.at + (frameAt(file, last.at)?.length ?? 0)) : null;
  const padding = last && tail ? paddingOf(tail, last.countAt) : null;
  return Buffer.concat([restated(head, encoder.countAt, { frames, bytes: bytes + head.length, padding }), ...sound]);
}

function soundOf(file: Buffer, parts: readonly Part[], encoders: Sound['encoders']): Buffer[] {
  const pieces: Buffer[] = [];
  let next = 0;
  for (const { from, to } of parts) {
    let start = from;
    for (let at = encoders[next]?.at ?? to; at < to; at = encoders[++next]?.at ?? to) {
      pieces.push(file.subarray(start, at));
      start = at + (frameAt(file, at)?.length ?? 0);
    }
    pieces.push(file.subarray(start, to));
  }
  return pieces;
}

function readSound(file: Buffer, first: number): Sound {
  const sound: Sound = { parts: [], frames: 0, encoders: [], isCut: false };
  let kind: Mp3Frame['kind'] | null = null;
  for (let at = first; at < file.length;) {
    const from = at;
    for (let frame = frameAt(file, at); frame; frame = frameAt(file, at)) {
      if (at + frame.length > file.length) {
        sound.isCut = true;
        break;
      }
      kind ??= frame.kind;
      if (frame.kind !== kind) throw new DamagedError(`${TWO}, of different kinds (${kind}; ${frame.kind}). ${ADVICE}`);
      if (frame.encoder) {
        const { frames: stated, countAt } = frame.encoder;
        sound.encoders.push({ at, countAt, stated, frames: 0 });
      } else {
        sound.frames += 1;
        const last = sound.encoders.at(-1);
        if (last) last.frames += 1;
      }
      at += frame.length;
    }
    if (at > from) sound.parts.push({ from, to: at });
    const next = nextFrame(file, at);
    if (next === null) break;
    at = next;
  }
  if (sound.frames === 0) throw damaged();
  return sound;
}
const ADVICE = 'Please upload them one by one, or join them in an audio editor.';

/** Where the sound goes on behind tags; null at its end. Throws DamagedError where frames are missing between. */
function nextFrame(file: Buffer, end: number): number | null {
  const next = behindTags(file, end);
  if (next >= file.length) return null;
  if (chainAt(file, next)) return next;
  const isFrame = frameAt(file, next) !== null;
  // A last frame that is not whole.
  if (isFrame && next + (frameAt(file, next)?.length ?? 0) > file.length) return null;
  for (let at = next; at < Math.min(file.length, next + TAIL_MAX); at += 1)
    if (file[at] === 0xff && chainAt(file, at) && !isEnd(file, at)) throw damaged();
  if (file.length - next > TAIL_MAX) throw damaged();
  return null;
}

/** A single frame at the very end may be a coincidence. */
const isEnd = (file: Buffer, at: number): boolean => file.length - at < 64;

/** What encoders state in the first frame of an MP3 file: "Xing" or "Info", of LAME and of others that write it in the same way. */
const FLAGS = { frames: 1, bytes: 2, toc: 4, quality: 8 };
/** Counted from the beginning of the encoder's name. */
const GAPS_AT = 21;
const CHECKSUM_AT = 34;
const TOC_BYTES = 100;

/** Where the name of the encoder stands in its frame. @param countAt where the number of frames stands */
function extensionAt(frame: Buffer, countAt: number): number | null {
  const flags = frame.readUInt32BE(countAt - 4);
  const fields = [FLAGS.frames, FLAGS.bytes, FLAGS.quality].filter((flag) => (flags & flag) !== 0).length * 4;
  const at = countAt + fields + ((flags & FLAGS.toc) === 0 ? 0 : TOC_BYTES);
  const name = frame.toString('latin1', at, at + 4);
  return /^(?:LAME|Lavc|Lavf|L3\.9|GOGO)/.test(name) && at + CHECKSUM_AT + 2 <= frame.length ? at : null;
}

/** The samples that the encoder has added at the end; null where it does not say. */
function paddingOf(frame: Buffer, countAt: number): number | null {
  const at = extensionAt(frame, countAt);
  return at === null ? null : frame.readUInt16BE(at + GAPS_AT + 1) & 0xfff;
}

/** The frame with other numbers. The padding stays where it is null. */
function restated(
  frame: Buffer,
  countAt: number,
  sound: { frames: number; bytes: number; padding: number | null },
): Buffer {
  const copy = Buffer.from(frame);
  copy.writeUInt32BE(sound.frames, countAt);
  if ((frame.readUInt32BE(countAt - 4) & FLAGS.bytes) !== 0) copy.writeUInt32BE(sound.bytes, countAt + 4);
  const at = extensionAt(frame, countAt);
  if (at === null) return copy;
  if (sound.padding !== null) {
    const delay = copy.readUInt16BE(at + GAPS_AT) & 0xfff0;
    copy.writeUInt16BE(delay | (sound.padding >> 8), at + GAPS_AT);
    copy.writeUInt8(sound.padding & 0xff, at + GAPS_AT + 2);
  }
  copy.writeUInt16BE(checksumOf(copy.subarray(0, at + CHECKSUM_AT)), at + CHECKSUM_AT);
  return copy;
}

/** CRC-16 of LAME. */
function checksumOf(bytes: Buffer): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa0_01 : crc >>> 1;
  }
  return crc;
}
