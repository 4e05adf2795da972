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
export function paddingOf(frame: Buffer, countAt: number): number | null {
  const at = extensionAt(frame, countAt);
  return at === null ? null : frame.readUInt16BE(at + GAPS_AT + 1) & 0xfff;
}

/** The frame with other numbers. The padding stays where it is null. */
export function restated(
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
