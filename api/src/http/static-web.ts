import { existsSync } from 'node:fs';
import { join } from 'node:path';
import express, { Router } from 'express';

const NOT_BUILT = 'The console has not been built yet: run `npm run build`, then reload this page.\n';

/**
 * The built console: hashed assets for ever, everything else asked anew; any other page address gets index.html, since
 * the console has its own router.
 */
export function staticWeb(dist: string): Router {
  const router = Router();
  const assets = join(dist, 'assets');
  router.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', index: false, fallthrough: true }));
  router.use(express.static(dist, { index: false, cacheControl: true, maxAge: 0 }));
  router.get('/{*page}', (req, res, next) => {
    if (req.path.startsWith('/assets/') || !req.accepts('html')) {
      next();
      return;
    }
    res.setHeader('Cache-Control', 'no-cache');
    if (existsSync(join(dist, 'index.html'))) res.sendFile('index.html', { root: dist, cacheControl: false });
    else res.status(503).type('text').send(NOT_BUILT);
  });
  return router;
}
