import { existsSync } from 'node:fs';
import { Router } from 'express';
import { BELFRY_VERSION } from '../../version.ts';

const NOT_BUILT = 'The package of the device has not been built: run `npm run package:device` on the server.\n';

/** `/downloads/belfry-device.deb` for everybody; its name has the version, by which an installed device knows whether it is newer. */
export function devicePackage(file: string): Router {
  const router = Router();
  router.get('/downloads/belfry-device.deb', (_req, res) => {
    if (!existsSync(file)) return void res.status(503).type('text').send(NOT_BUILT);
    const headers = { 'Content-Type': 'application/vnd.debian.binary-package', 'Cache-Control': 'no-cache' };
    res.download(file, `belfry-device_${BELFRY_VERSION.replace('-', '~')}_all.deb`, { headers });
  });
  return router;
}
