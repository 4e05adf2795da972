import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { BackupError, isCut, isDamaged } from './backup-error.ts';
import { ByteQueue, ByteReader } from './byte-queue.ts';

/**
 * A backup is a header, and records that are encrypted with AES-256-GCM. The header is readable: which release and schema it is from,
 * and from which salt and costs scrypt derives the key of the passphrase. Each key is used for one file, and the nonce of a record is its
 * number, so that a record that was changed, moved, left out or added is found; the last one says that it is the last.
 *
 *     "BELFRYBK" | format (1) | length of the header (4) | header, JSON | records: last (1) | length (4) | tag (16) | encrypted
 */
const MAGIC = Buffer.from('BELFRYBK');
const FORMAT = 1;
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const SALT_BYTES = 32;
const PREFIX_BYTES = 5;
const LENGTH_BYTES = 4;
const RECORD_BYTES = 256 * 1024;
const HEADER_MAX_BYTES = 16 * 1024;

/** 128 MiB of memory, and about half a second. */
const COST = { n: 2 ** 17, r: 8, p: 1 };
/** A header that asks for more is refused: anybody can write one. n × r is the memory in units of 128 bytes. */
const COST_MAX = { n: 2 ** 20, r: 32, p: 16, memory: 2 ** 23 };

const costSchema = z
  .strictObject({
    name: z.literal('scrypt'),
    n: z.int().min(2).max(COST_MAX.n),
    r: z.int().min(1).max(COST_MAX.r),
    p: z.int().min(1).max(COST_MAX.p),
    salt: z.base64().max(100),
  })
  .refine(({ n, r }) => n * r <= COST_MAX.memory);

const factsSchema = z.object({
  version: z.string().max(100),
  schema: z.string().max(200),
  installation: z.string().max(100),
  created_at: z.iso.datetime(),
});
export type BackupFacts = z.infer<typeof factsSchema>;
const headerSchema = factsSchema.extend({ kdf: costSchema, check: z.base64().max(100) });
type Header = z.infer<typeof headerSchema>;
type Kdf = Header['kdf'];

/** Encrypts a stream. `cost` is for tests only. */
export async function* encrypt(
  plain: AsyncIterable<Buffer>,
  passphrase: string,
  facts: BackupFacts,
  cost: typeof COST = COST,
): AsyncGenerator<Buffer> {
  const kdf: Kdf = { name: 'scrypt', ...cost, salt: randomBytes(SALT_BYTES).toString('base64') };
  const { key, check } = await deriveKey(passphrase, kdf);
  const header = writeHeader({ ...facts, kdf, check: check.toString('base64') });
  yield header;
  const context = digest(header);
  const queue = new ByteQueue();
  let number = 0;
  const next = (length: number, last: boolean): Buffer[] => {
    const record = sealRecord({ key, context, number, last }, queue.take(length));
    number += 1;
    return record;
  };
  for await (const piece of plain) {
    queue.push(piece);
    // The last record is sealed as such, so that one is kept back.
    while (queue.size > RECORD_BYTES) yield* next(RECORD_BYTES, false);
  }
  yield* next(queue.size, true);
}

/** Reads the header of a backup, without its passphrase. Throws BackupError. */
export async function readFacts(source: AsyncIterable<Buffer>): Promise<BackupFacts> {
  const reader = new ByteReader(source);
  const { header } = await readHeader(reader);
  await reader.close();
  return factsSchema.parse(header);
}

/** Decrypts a stream. Throws BackupError at the first byte that is not what was written; what was yielded before is authentic. */
export async function* decrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const reader = new ByteReader(source);
  try {
    const { header, bytes } = await readHeader(reader);
    const { key, check } = await deriveKey(passphrase, header.kdf).catch(() =>
      fail(isDamaged('its header asks for what scrypt does not do')),
    );
    const expected = Buffer.from(header.check, 'base64');
    if (check.length !== expected.length || !timingSafeEqual(check, expected))
      throw new BackupError('passphrase', 'The passphrase is wrong. Nothing was changed.');
    const context = digest(bytes);
    for (let number = 0; ; number += 1) {
      const prefix = (await reader.take(PREFIX_BYTES)) ?? fail(isCut());
      const last = prefix[0] === 1;
      const length = prefix.readUInt32BE(1);
      if (length > RECORD_BYTES) throw isDamaged(`record ${number} has an impossible length`);
      const sealed = (await reader.take(TAG_BYTES + length)) ?? fail(isCut());
      yield openRecord({ key, context, number, last }, sealed);
      if (last) break;
    }
    if (!(await reader.atEnd())) throw isDamaged('something follows its last record');
  } finally {
    await reader.close();
  }
}

function fail(error: Error): never {
  throw error;
}

type RecordPlace = { key: Buffer; context: Buffer; number: number; last: boolean };

function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number), NONCE_BYTES - 8);
  return nonce;
}

const associated = ({ context, last }: RecordPlace): Buffer => Buffer.concat([context, Buffer.from([last ? 1 : 0])]);

function sealRecord(place: RecordPlace, plain: Buffer): Buffer[] {
  const cipher = createCipheriv(ALGORITHM, place.key, nonceOf(place.number));
  cipher.setAAD(associated(place));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix[0] = place.last ? 1 : 0;
  prefix.writeUInt32BE(sealed.length, 1);
  return [prefix, cipher.getAuthTag(), sealed];
}

function openRecord(place: RecordPlace, sealed: Buffer): Buffer {
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(ALGORITHM, place.key, nonceOf(place.number), options);
  decipher.setAAD(associated(place));
  decipher.setAuthTag(sealed.subarray(0, TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(TAG_BYTES)), decipher.final()]);
  } catch {
    throw isDamaged(`record ${place.number} was changed or is not at its place`);
  }
}

/** The key, and a value of the same derivation by which a wrong passphrase is told from damage. */
function deriveKey(passphrase: string, { n, r, p, salt }: Kdf): Promise<{ key: Buffer; check: Buffer }> {
  // Twice what the costs need, and something for small ones.
  const options = { N: n, r, p, maxmem: 256 * n * r + 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 2 * KEY_BYTES, options, (error, derived) => {
      if (error) return reject(error);
      resolve({ key: derived.subarray(0, KEY_BYTES), check: digest(derived.subarray(KEY_BYTES)) });
    });
  });
}

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

function writeHeader(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.length);
  return Buffer.concat([MAGIC, Buffer.from([FORMAT]), length, json]);
}

async function readHeader(reader: ByteReader): Promise<{ header: Header; bytes: Buffer }> {
  const start = await reader.take(MAGIC.length + 1 + LENGTH_BYTES);
  if (!start?.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('foreign', 'This is not a backup of Belfry. Nothing was changed.');
  if ((start[MAGIC.length] ?? 0) > FORMAT)
    throw new BackupError('newer', 'A later version of Belfry made this backup: restore it with that one.');
  const length = start.readUInt32BE(MAGIC.length + 1);
  if (length > HEADER_MAX_BYTES) throw isDamaged('its header has an impossible length');
  const json = (await reader.take(length)) ?? fail(isCut());
  return { header: parseHeader(json), bytes: Buffer.concat([start, json]) };
}

function parseHeader(json: Buffer): Header {
  try {
    return headerSchema.parse(JSON.parse(json.toString('utf8')));
  } catch {
    throw isDamaged('its header cannot be read');
  }
}
