import { constants } from 'node:zlib';
import compression from 'compression';
import type { Response } from 'express';

/** A shorter answer fits into one packet; the answers with keys and codes are short, too. */
const MIN_BYTES = 1_024;
/** The fastest levels: a tree of 20,000 nodes is compressed for every request. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;

/** Compresses JSON. Files are excluded: they are compressed at build time, or are sounds that are read in ranges. */
export const compressJson = compression({
  threshold: MIN_BYTES,
  filter: (_req, res) => String(res.getHeader('Content-Type') ?? '').startsWith('application/json'),
  level: GZIP_LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
});

/** Ends an answer with JSON. A short one is not passed to the compression, which would cost a tenth of a command. */
export function endWithJson(res: Response, json: string, compress: boolean): void {
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  if (compress && json.length >= MIN_BYTES) compressJson(res.req, res, () => res.end(json));
  else res.end(json);
}
