import { constants } from 'node:zlib';
import compression from 'compression';

/** Below this an answer fits into one packet anyway, and short answers are those that hold keys and codes. */
const MIN_BYTES = 1_024;
/** The quickest levels: a tree of 20,000 nodes is compressed anew for every caller. */
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;

/** Compresses JSON. Files are left alone: they are compressed at build time, or are sounds that are read in ranges. */
export const compressJson = compression({
  threshold: MIN_BYTES,
  filter: (_req, res) => String(res.getHeader('Content-Type') ?? '').startsWith('application/json'),
  level: GZIP_LEVEL,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
});
