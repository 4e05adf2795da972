import { existsSync } from 'node:fs';
import { join, extname } from 'node:path';
import express, { Router, type RequestHandler } from 'express';
import { assetHeaders } from '../server/security-headers.ts';
import { stat } from 'node:fs/promises';

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
function precompressed(folder: string): RequestHandler {
  return async (req, res, next) => {
    // Null for `//`, which browsers send for an empty host.
    const pathname = URL.parse(req.url, 'http://belfry')?.pathname ?? '';
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

const NOT_BUILT = 'The console has not been built yet: run `npm run build`, then reload this page.\n';
const HASHED = { immutable: true, maxAge: '1y', index: false, redirect: false } as const;
/** Cached, and revalidated with each request. */
const UNHASHED = { cacheControl: false, index: false, redirect: false } as const;

const revalidate: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-cache');
  next();
};

/**
 * The built assets, whose names change with their content. Mounted before the headers for documents, which would be a
 * large part of a small answer.
 */
export function staticAssets(dist: string): RequestHandler[] {
  const assets = join(dist, 'assets');
  return [assetHeaders, precompressed(assets), express.static(assets, HASHED)];
}

/** Scripts and images beside index.html: `/colour-scheme.js`, `/favicon.svg`. */
export const ROOT_FILE = /^\/[\w-]+\.(?:js|svg)$/;

/** The files of `ROOT_FILE`, whose names stay the same. Mounted before the headers for documents, too. */
export const staticRootFiles = (dist: string): RequestHandler[] => [
  assetHeaders,
  revalidate,
  express.static(dist, UNHASHED),
];

/** The other files of the built console; every other path gets index.html, because the console has its own router. */
export function staticWeb(dist: string): Router {
  const router = Router();
  const files = [revalidate, precompressed(dist), express.static(dist, UNHASHED)];
  router.get('/assets/{*file}', (_req, _res, next) => next('router'));
  router.use(files);
  router.get(
    '/{*page}',
    (req, res, next) => {
      if (!req.accepts('html')) return next('router');
      if (!existsSync(join(dist, 'index.html'))) {
        res.status(503).type('text').send(NOT_BUILT);
        return;
      }
      req.url = '/index.html';
      next();
    },
    ...files,
  );
  return router;
}
