/** Creates a valid MaxMind DB (format 2.0) with one IPv4 network. */
export function mmdbOf(network: `${number}.${number}.${number}.0`, record: object, databaseType: string): Buffer {
  const bits = network
    .split('.')
    .slice(0, 3)
    .flatMap((octet) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => (Number(octet) >> shift) & 1));
  const nodes = bits.length;
  // A record that equals the number of nodes means "no data".
  const tree = bits.flatMap((bit, index) => {
    const next = index + 1 < nodes ? index + 1 : nodes + SEPARATOR_BYTES;
    return bit === 0 ? [next, nodes] : [nodes, next];
  });
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    database_type: databaseType,
    description: { en: 'One network' },
    ip_version: 4,
    languages: ['en', 'ru'],
    node_count: nodes,
    record_size: 24,
  };
  return Buffer.concat([
    Buffer.concat(tree.map((value) => unsigned(value, 3))),
    Buffer.alloc(SEPARATOR_BYTES),
    encode(record),
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    encode(metadata),
  ]);
}

const SEPARATOR_BYTES = 16;
const STRING = 2;
const UINT32 = 6;
const MAP = 7;
const ARRAY = 11;

function encode(value: unknown): Buffer {
  if (typeof value === 'string') return Buffer.concat([control(STRING, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') return Buffer.concat([control(UINT32, 4), unsigned(value, 4)]);
  if (Array.isArray(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const entries = Object.entries(value as object);
  return Buffer.concat([control(MAP, entries.length), ...entries.flat().map(encode)]);
}

/** Types above 7 take a second byte, and sizes from 29 on a further one. */
function control(type: number, size: number): Buffer {
  const short = Math.min(size, 29);
  const head = type > 7 ? [short, type - 7] : [(type << 5) | short];
  return Buffer.from(size >= 29 ? [...head, size - 29] : head);
}

function unsigned(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
}
