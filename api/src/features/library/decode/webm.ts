import { AUDIO_CHANNELS_MAX } from '@belfry/schemas/domain/announcements';
import { oggOpus, OPUS_PACKET_MAX_BYTES, opusSamples } from '../../../lib/ogg-opus.ts';
import { cutOff, damaged, DamagedError } from './waveform.ts';

const EBML = 0x1a_45_df_a3;
const CODEC_ID = 0x86;
const CODEC_PRIVATE = 0x63_a2;
const SIMPLE_BLOCK = 0xa3;
const BLOCK = 0xa1;
/** Segment, Cluster, BlockGroup, Tracks, TrackEntry: what is inside follows, whatever length they state; recorders do not know it. */
const OPENED: ReadonlySet<number> = new Set([0x18_53_80_67, 0x1f_43_b6_75, 0xa0, 0x16_54_ae_6b, 0xae]);
const LACING = 0b0110;
const CHANNELS_AT = 9;

export const isWebm = (file: Buffer): boolean => file.length >= 4 && file.readUInt32BE(0) === EBML;

type Element = { id: number; content: Buffer };

/** The bytes that a number with a length in its first byte takes, by the zeros before the first one. */
function lengthAt(file: Buffer, at: number, most: number): number {
  const length = Math.clz32(file[at] ?? 0) - 23;
  if (length > most) throw damaged();
  return length;
}

/** The elements that have content, in their order. Throws DamagedError where the file is cut off. */
function* readElements(file: Buffer): Generator<Element> {
  for (let at = 0; at < file.length;) {
    const idBytes = lengthAt(file, at, 4);
    const sizeAt = at + idBytes;
    if (sizeAt >= file.length) throw cutOff();
    const id = file.readUIntBE(at, idBytes);
    const sizeBytes = lengthAt(file, sizeAt, 8);
    const start = sizeAt + sizeBytes;
    if (start > file.length) throw cutOff();
    if (OPENED.has(id)) {
      at = start;
      continue;
    }
    const end = start + sizeOf(file, sizeAt, sizeBytes);
    if (end > file.length) throw cutOff();
    yield { id, content: file.subarray(start, end) };
    at = end;
  }
}

function sizeOf(file: Buffer, at: number, bytes: number): number {
  let size = (file[at] ?? 0) & (0xff >> bytes);
  for (let index = 1; index < bytes; index += 1) size = size * 256 + (file[at + index] ?? 0);
  return size;
}

function packetOf(content: Buffer): Buffer {
  const at = lengthAt(content, 0, 8) + 2;
  const flags = content[at];
  if (flags === undefined) throw cutOff();
  if ((flags & LACING) !== 0) throw new DamagedError('This WebM file has several packets in a block');
  return content.subarray(at + 1);
}

/**
 * The sound of a WebM file of one track of Opus, as browsers record it, as an Ogg Opus file of the same packets. Throws DamagedError for
 * everything else.
 */
export function webmToOgg(file: Buffer): Buffer {
  const codecs: string[] = [];
  const packets: Buffer[] = [];
  let channels = 1;
  for (const { id, content } of readElements(file)) {
    if (id === CODEC_ID) codecs.push(content.toString('latin1').replaceAll('\0', ''));
    if (id === CODEC_PRIVATE) channels = content[CHANNELS_AT] ?? 1;
    if (id === SIMPLE_BLOCK || id === BLOCK) packets.push(packetOf(content));
  }
  if (codecs.length !== 1 || codecs[0] !== 'A_OPUS')
    throw new DamagedError('WebM files must contain sound in Opus, and nothing else');
  if (channels < 1 || channels > AUDIO_CHANNELS_MAX) throw new DamagedError('Audio may have 2 channels at most');
  if (packets.length === 0) throw cutOff();
  for (const packet of packets) if (opusSamples(packet) === 0 || packet.length > OPUS_PACKET_MAX_BYTES) throw damaged();
  return oggOpus(packets, channels);
}
