import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Response } from 'express';
import { notFound } from '../../errors.ts';

const RANGE_NOT_SATISFIABLE = 416;

/** Sends a file with ranges and revalidation, by the ETag that is set already or by size and time. Throws not_found for a missing file. */
export async function sendFile(res: Response, folder: string, file: string): Promise<void> {
  const entry = await stat(join(folder, file)).catch(() => null);
  if (!entry) throw notFound();
  // More precise than Last-Modified, which stays the same when a file is replaced within the second.
  if (!res.hasHeader('ETag'))
    res.setHeader('ETag', `"${entry.size.toString(36)}-${Math.round(entry.mtimeMs * 1_000).toString(36)}"`);
  await new Promise<void>((resolve, reject) => {
    // With `root` only the name of the file is checked for hidden parts, so the folder may be below a hidden one.
    res.sendFile(file, { root: folder, cacheControl: false, lastModified: false }, (error?: Error) => {
      // A client that closes the connection, as browsers do while seeking, is not an error.
      if (!error || res.headersSent || codeOf(error) === 'ECONNABORTED') resolve();
      else if (codeOf(error) === 'ENOENT') reject(notFound());
      else if ('status' in error && error.status === RANGE_NOT_SATISFIABLE) {
        // Express has set Content-Range with the size of the file.
        res.removeHeader('Content-Type');
        res.status(RANGE_NOT_SATISFIABLE).end();
        resolve();
      } else reject(error);
    });
  });
}

const codeOf = (error: NodeJS.ErrnoException): string | undefined => error.code;
