import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { asError } from '../../../errors.ts';
import { PackError } from './pack-error.ts';

/** Tries in a row that bring nothing. */
const FRUITLESS_MAX = 4;
const PAUSE_MS = 500;
/** A connection that brings nothing for so long is given up. */
const STALL_MS = 30_000;
const PARTIAL = 206;
const WAITABLE = new Set([408, 425, 429]);
const SERVER_ERROR = 500;

type WantedFile = { name: string; url: string; bytes: number; sha256: string };
type Options = {
  signal: AbortSignal;
  /** Called before bytes are written; may throw to end the download. */
  onBytes: (bytes: number) => Promise<void>;
};

/**
 * Downloads a file to a path, or the rest of it where the path has its beginning. A cut connection is continued by `Range`. Throws PackError for
 * another size or SHA-256, after which the file is gone, for a refusal of the server, and for a connection that brings nothing.
 */
export async function downloadFile(file: WantedFile, path: string, options: Options): Promise<void> {
  const { name, bytes, sha256 } = file;
  let [have, hash] = await begin(path, bytes);
  let fruitless = 0;
  while (have < bytes) {
    const before = have;
    try {
      [have, hash] = await receive(file, path, { ...options, have, hash });
      if (have < bytes) throw new Cut('the answer ended early');
    } catch (error) {
      options.signal.throwIfAborted();
      if (!(error instanceof Cut) && !isConnectionError(error)) throw error;
      // What was written before the connection was cut counts.
      [have, hash] = await begin(path, bytes);
      fruitless = have > before ? 0 : fruitless + 1;
      if (fruitless >= FRUITLESS_MAX)
        throw new PackError(reasonText('pack_cut', { error: causeOf(error) }), { canContinue: true, cause: error });
      await delay(PAUSE_MS * (fruitless + 1), undefined, { signal: options.signal });
    }
  }
  if (hash.digest('hex') === sha256) return;
  await rm(path, { force: true });
  throw new PackError(reasonText('pack_hash', { name }));
}

/** The connection, and not the file, is the reason. */
class Cut extends Error {
  override readonly name = 'Cut';
}
/** What fetch throws for connections. */
const isConnectionError = (error: unknown): boolean => error instanceof TypeError;
const causeOf = (error: unknown): string => {
  const { message, cause } = asError(error);
  return cause instanceof Error ? cause.message : message;
};

/** The bytes that are there already, hashed. A file that is too long is begun anew. */
async function begin(path: string, bytes: number): Promise<[number, Hash]> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => 0,
  );
  const hash = createHash('sha256');
  if (size > bytes) await rm(path, { force: true });
  if (size === 0 || size > bytes) return [0, hash];
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return [size, hash];
}

type Progress = Options & { have: number; hash: Hash };

async function receive(file: WantedFile, path: string, progress: Progress): Promise<[number, Hash]> {
  const { signal, have, hash } = progress;
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALL_MS);
  try {
    const response = await fetch(file.url, {
      signal: AbortSignal.any([signal, stalled.signal]),
      headers: { 'accept-encoding': 'identity', ...(have > 0 && { range: `bytes=${have}-` }) },
    });
    requireSuccess(file, response);
    // A server that knows no ranges begins anew.
    const continues =
      response.status === PARTIAL && response.headers.get('content-range')?.startsWith(`bytes ${have}-`) === true;
    const writer = await open(path, continues ? 'a' : 'w');
    const received = { have: continues ? have : 0, hash: continues ? hash : createHash('sha256') };
    try {
      for await (const piece of response.body ?? []) {
        clearTimeout(timer);
        timer = setTimeout(() => stalled.abort(), STALL_MS);
        await write(file, writer, piece, { ...progress, received });
      }
    } finally {
      await writer.close();
    }
    return [received.have, received.hash];
  } catch (error) {
    if (stalled.signal.aborted && !signal.aborted) throw new Cut(`nothing for ${STALL_MS / 1_000} s`);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

function requireSuccess({ name }: WantedFile, { ok, status }: Response): void {
  if (ok) return;
  if (status >= SERVER_ERROR || WAITABLE.has(status)) throw new Cut(`the server answered ${status}`);
  throw new PackError(reasonText('pack_answer', { status, name }));
}

async function write(
  { name, bytes }: WantedFile,
  writer: FileHandle,
  piece: Uint8Array,
  { received, onBytes }: Options & { received: { have: number; hash: Hash } },
): Promise<void> {
  if (received.have + piece.length > bytes) {
    await writer.truncate(0);
    throw new PackError(reasonText('pack_size', { name }));
  }
  await onBytes(piece.length);
  await writer.writeFile(piece);
  received.hash.update(piece);
  received.have += piece.length;
}
