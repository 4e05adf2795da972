import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import { notFound } from '../../errors.ts';
import type { FileStore, StoredFile } from '../../storage/index.ts';

const UNSATISFIABLE = -1;

/**
 * Sends a stored file with ranges and revalidation, by the ETag that is set already or by that of the store. The store is read as
 * fast as the client takes the bytes. Throws not_found for a missing file, files_unavailable.
 */
export async function sendStored(res: Response, store: FileStore, name: string): Promise<void> {
  const { req } = res;
  const file = await store.find(name);
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
  const body = await store.read(name, range ?? undefined);
  await pipeline(body, res).catch((error: unknown) => {
    // A client that closes the connection, as browsers do while seeking, is not an error, and to others the answer has begun.
    if (!res.headersSent && !res.destroyed) throw error;
  });
}

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
