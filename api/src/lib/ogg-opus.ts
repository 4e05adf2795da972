const RATE_HZ = 48_000;
/** Samples that a decoder drops at the beginning: the delay of the usual encoder. */
const PRE_SKIP = 312;
/** About a second of packets of 40 ms. */
const PACKETS_PER_PAGE = 25;
const SEGMENT_BYTES = 255;
const SEGMENTS_PER_PAGE = 255;
/** The longest packet that fits into a page. */
export const OPUS_PACKET_MAX_BYTES = SEGMENT_BYTES * SEGMENTS_PER_PAGE - 1;
const HEADER_BYTES = 27;
const CRC_AT = 22;
const FIRST_PAGE = 2;
const LAST_PAGE = 4;
/** One stream per file, so that any number does. */
const STREAM = 1;

/** Milliseconds of a frame by the configuration in the first byte of a packet (RFC 6716 §3.1). */
const SILK_MS = [10, 20, 40, 60];
const HYBRID_MS = [10, 20];
const CELT_MS = [2.5, 5, 10, 20];

/**
 * The samples at 48 kHz of an Opus packet by its first bytes; 0 where it has none, or more than the 120 ms that a packet may have.
 */
export function opusSamples(packet: Uint8Array): number {
  const [toc, count = 0] = packet;
  if (toc === undefined) return 0;
  const config = toc >> 3;
  const frameMs = config < 12 ? SILK_MS[config % 4] : config < 16 ? HYBRID_MS[config % 2] : CELT_MS[config % 4];
  const code = toc & 3;
  const frames = code === 0 ? 1 : code < 3 ? 2 : packet.length > 1 ? count & 63 : 0;
  const samples = (frames * (frameMs ?? 0) * RATE_HZ) / 1_000;
  return samples > 5_760 ? 0 : samples;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80_00_00_00 ? (value << 1) ^ 0x04_c1_1d_b7 : value << 1;
  return value >>> 0;
});

function crcOf(page: Uint8Array): number {
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ byte) & 0xff] ?? 0)) >>> 0;
  return crc;
}

/** The lengths of the segments of a packet; a packet whose last one is full ends with an empty one. */
const segmentsOf = ({ length }: Uint8Array): number[] => [
  ...Array.from({ length: Math.floor(length / SEGMENT_BYTES) }, () => SEGMENT_BYTES),
  length % SEGMENT_BYTES,
];

type Page = { flags: number; position: number; sequence: number; packets: readonly Uint8Array[] };

function pageOf({ flags, position, sequence, packets }: Page): Buffer {
  const table = packets.flatMap(segmentsOf);
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('OggS', 0, 'latin1');
  header[5] = flags;
  header.writeBigInt64LE(BigInt(position), 6);
  header.writeUInt32LE(STREAM, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = table.length;
  const page = Buffer.concat([header, Buffer.from(table), ...packets]);
  page.writeUInt32LE(crcOf(page), CRC_AT);
  return page;
}

function headOf(channels: number): Buffer {
  const head = Buffer.alloc(19);
  head.write('OpusHead', 0, 'latin1');
  head[8] = 1;
  head[9] = channels;
  head.writeUInt16LE(PRE_SKIP, 10);
  head.writeUInt32LE(RATE_HZ, 12);
  return head;
}

function tagsOf(vendor: string): Buffer {
  const tags = Buffer.alloc(16 + vendor.length);
  tags.write('OpusTags', 0, 'latin1');
  tags.writeUInt32LE(vendor.length, 8);
  tags.write(vendor, 12, 'latin1');
  return tags;
}

/**
 * An Ogg Opus file (RFC 7845) of these packets, unchanged and in this order.
 * @param packets at least one, each with samples (`opusSamples`) and at most OPUS_PACKET_MAX_BYTES
 */
export function oggOpus(packets: readonly Uint8Array[], channels = 1): Buffer {
  const pages = [
    pageOf({ flags: FIRST_PAGE, position: 0, sequence: 0, packets: [headOf(channels)] }),
    pageOf({ flags: 0, position: 0, sequence: 1, packets: [tagsOf('Belfry')] }),
  ];
  let position = 0;
  let left = packets.length;
  for (const some of byPage(packets)) {
    for (const packet of some) position += opusSamples(packet);
    left -= some.length;
    pages.push(pageOf({ flags: left === 0 ? LAST_PAGE : 0, position, sequence: pages.length, packets: some }));
  }
  return Buffer.concat(pages);
}

function* byPage(packets: readonly Uint8Array[]): Generator<Uint8Array[]> {
  let page: Uint8Array[] = [];
  let segments = 0;
  for (const packet of packets) {
    const { length } = segmentsOf(packet);
    if (page.length === PACKETS_PER_PAGE || segments + length > SEGMENTS_PER_PAGE) {
      yield page;
      page = [];
      segments = 0;
    }
    page.push(packet);
    segments += length;
  }
  if (page.length > 0) yield page;
}
