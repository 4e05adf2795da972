import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** All workspaces have the same version. */
export const { version: BELFRY_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')));
