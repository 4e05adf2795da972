import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import { notFound } from '../errors.ts';

const RANGE_NOT_SATISFIABLE = 416;

/** Sends a file with ranges and revalidation. Throws not_found when it has just gone. */
export async function sendFile(res: Response, folder: string, file: string): Promise<void> {
  const entry = await stat(join(folder, file)).catch(() => null);
  if (!entry) throw notFound();
  // Finer than Last-Modified, which would take a file that was made again within the second for the old one.
  res.setHeader('ETag', `"${entry.size.toString(36)}-${Math.round(entry.mtimeMs * 1_000).toString(36)}"`);
  await new Promise<void>((resolve, reject) => {
    // The folder may lie below a hidden one; what is in it is checked by its own name.
    res.sendFile(file, { root: folder, cacheControl: false, lastModified: false }, (error?: Error) => {
      // A listener who has gone, which browsers do while they seek, is no error.
      if (!error || res.headersSent || codeOf(error) === 'ECONNABORTED') resolve();
      else if (codeOf(error) === 'ENOENT') reject(notFound());
      else if ('status' in error && error.status === RANGE_NOT_SATISFIABLE) {
        // Beside a Content-Range that says how long the file is.
        res.removeHeader('Content-Type');
        res.status(RANGE_NOT_SATISFIABLE).end();
        resolve();
      } else reject(error);
    });
  });
}

const codeOf = (error: NodeJS.ErrnoException): string | undefined => error.code;
