/**
 * The frames of a live page: what the console sends through its socket, and the payloads of the page's topic, byte for byte the same.
 *
 *     u8 version (1) · u8 flags (1: the end) · u16 samples at 48 kHz · u32 seq · f64 captured at (ms since 1970) · Opus packet
 *
 * All numbers are big-endian. The api replaces `capturedAt` by its own clock's time, so that devices need not trust the clock of the speaker.
 */
export const PAGE_FRAME_HEADER_BYTES = 16;
export const PAGE_FRAME_VERSION = 1;
/** Samples per second, of one channel. */
export const PAGE_RATE_HZ = 48_000;
export const PAGE_FRAME_MS = 40;
/** In `abilities` of the status of a device: it plays live pages. Others get the recording afterwards. */
export const PAGE_ABILITY = 'page';
/** Five times that of a packet at 24 kbit/s, for its peaks; a longer one is refused. */
export const PAGE_PACKET_MAX_BYTES = 640;
export const PAGE_FRAME_MAX_BYTES = PAGE_FRAME_HEADER_BYTES + PAGE_PACKET_MAX_BYTES;
const END = 1;

export type PageFrame = {
  isEnd: boolean;
  /** Of the packet; 0 for the end without a packet. */
  samples: number;
  /** Rises by one; starts at 0. */
  seq: number;
  /** Milliseconds since 1970. */
  capturedAt: number;
  packet: Uint8Array;
};

export function encodePageFrame({ isEnd, samples, seq, capturedAt, packet }: PageFrame): Uint8Array {
  const bytes = new Uint8Array(PAGE_FRAME_HEADER_BYTES + packet.length);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, PAGE_FRAME_VERSION);
  view.setUint8(1, isEnd ? END : 0);
  view.setUint16(2, samples);
  view.setUint32(4, seq);
  view.setFloat64(8, capturedAt);
  bytes.set(packet, PAGE_FRAME_HEADER_BYTES);
  return bytes;
}

/** @returns null where the bytes are no frame of this version, or longer than one */
export function decodePageFrame(bytes: Uint8Array): PageFrame | null {
  if (bytes.length < PAGE_FRAME_HEADER_BYTES || bytes.length > PAGE_FRAME_MAX_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint8(1);
  const capturedAt = view.getFloat64(8);
  if (view.getUint8(0) !== PAGE_FRAME_VERSION || flags > END || !Number.isFinite(capturedAt)) return null;
  const packet = bytes.subarray(PAGE_FRAME_HEADER_BYTES);
  const isEnd = flags === END;
  if (packet.length === 0 && !isEnd) return null;
  return { isEnd, samples: view.getUint16(2), seq: view.getUint32(4), capturedAt, packet };
}
