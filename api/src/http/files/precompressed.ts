import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { RequestHandler } from 'express';

/** The compressed variants that the console's build writes, the smallest first. */
const ENCODINGS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;
const COMPRESSED = /\.(?:html|js|css|svg|json|txt|map)$/;

/**
 * Lets the next handler serve the compressed variant of a static file, if there is one that the client accepts. Each variant
 * is a separate file and so has its own ETag.
 */
export function precompressed(folder: string): RequestHandler {
  return async (req, res, next) => {
    const { pathname } = new URL(req.url, 'http://belfry');
    if (!COMPRESSED.test(pathname) || (req.method !== 'GET' && req.method !== 'HEAD')) return next();
    res.vary('Accept-Encoding');
    for (const { encoding, ending } of ENCODINGS) {
      if (req.acceptsEncodings(encoding) !== encoding || !(await isFile(join(folder, pathname + ending)))) continue;
      res.type(extname(pathname));
      res.setHeader('Content-Encoding', encoding);
      req.url = pathname + ending;
      break;
    }
    next();
  };
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  );
