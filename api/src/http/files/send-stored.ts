import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import { notFound } from '../../errors.ts';
import type { FileStore, StoredFile } from '../../storage/index.ts';
import type { InTurn } from './download-slots.ts';
import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import compression from 'compression';

const UNSATISFIABLE = -1;
/** For files that nobody waits for. */
const AT_ONCE: InTurn = { prepare: (work) => work(), nextChunk: async () => undefined };

/**
 * Sends a stored file with ranges and revalidation, by the ETag that is set already or by that of the store. The store is read as
 * fast as the client takes the bytes. Throws not_found for a missing file, files_unavailable.
 */
export async function sendStored(
  res: Response,
  store: FileStore,
  name: string,
  inTurn: InTurn = AT_ONCE,
): Promise<void> {
  const { req } = res;
  const file = await inTurn.prepare(() => store.find(name));
  if (!file) throw notFound();
  if (!res.hasHeader('ETag')) res.setHeader('ETag', file.etag);
  res.setHeader('Accept-Ranges', 'bytes');
  if (!res.hasHeader('Content-Type')) res.type(basename(name));
  if (req.fresh) {
    res.removeHeader('Content-Type');
    res.status(304).end();
    return;
  }
  const range = rangeOf(req, file, String(res.getHeader('ETag')));
  if (range === UNSATISFIABLE) {
    res.removeHeader('Content-Type');
    res.setHeader('Content-Range', `bytes */${file.bytes}`);
    res.status(416).end();
    return;
  }
  if (range) res.status(206).setHeader('Content-Range', `bytes ${range.start}-${range.end}/${file.bytes}`);
  res.setHeader('Content-Length', range ? range.end - range.start + 1 : file.bytes);
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const body = await inTurn.prepare(() => store.read(name, range ?? undefined));
  await pipeline(body, chunksOf(inTurn), res).catch((error: unknown) => {
    // A client that closes the connection, as browsers do while seeking, is not an error, and to others the answer has begun.
    if (!res.headersSent && !res.destroyed) throw error;
  });
}

const chunksOf = ({ nextChunk }: InTurn) =>
  async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let isFirst = true;
    for await (const chunk of chunks) {
      // A short file had its turn when it was opened.
      if (!isFirst) await nextChunk();
      isFirst = false;
      yield chunk;
    }
  };

/** Null for the whole file, which also answers several ranges in one request. */
function rangeOf(req: Request, { bytes }: StoredFile, etag: string) {
  const header = req.headers.range;
  const expected = req.headers['if-range'];
  if (header === undefined || (expected !== undefined && expected !== etag)) return null;
  const ranges = parseRange(bytes, header);
  if (ranges === UNSATISFIABLE) return UNSATISFIABLE;
  // -2: not a range that HTTP knows.
  if (typeof ranges === 'number' || ranges.type !== 'bytes' || ranges.length !== 1) return null;
  return ranges[0] ?? null;
}

/** Sends as fast as the client reads. A failure after the first chunk ends the connection. */
export async function sendChunks(res: Response, chunks: AsyncIterable<string>, type: string): Promise<void> {
  res.setHeader('Content-Type', type);
  await pipeTo(res, Readable.from(chunks, { objectMode: false, encoding: 'utf8' }));
}

/** Sends bytes as they come; the headers are sent before the first. */
export async function sendBytes(res: Response, bytes: Readable, type: string): Promise<void> {
  res.setHeader('Content-Type', type);
  res.flushHeaders();
  await pipeTo(res, bytes);
}

async function pipeTo(res: Response, readable: Readable): Promise<void> {
  try {
    await pipeline(readable, res);
  } catch (error) {
    // A client that closes the connection is not an error.
    if (!isClosedByClient(error)) throw error;
  }
}

const isClosedByClient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

/** A shorter answer fits into one packet; the answers with keys and codes are short, too. */
const MIN_BYTES = 1_024;
/** The fastest levels: a tree of 20,000 nodes is compressed for every request. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;

/** Files are excluded: they are compressed at build time, or are sounds that are read in ranges. */
export const compressJson = compression({
  threshold: MIN_BYTES,
  filter: (_req, res) => String(res.getHeader('Content-Type') ?? '').startsWith('application/json'),
  level: GZIP_LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
});

/** A short answer is not passed to the compression, which would cost a tenth of a command. */
export function endWithJson(res: Response, json: string, compress: boolean): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (compress && json.length >= MIN_BYTES) compressJson(res.req, res, () => res.end(json));
  else res.end(json);
}
