import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** The version of Belfry, such as `1.0.0-rc.1`; all workspaces have the same. */
export const { version: BELFRY_VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8')));
