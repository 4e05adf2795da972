import type { Deps } from './deps.ts';
import { serveWith } from './http/routes/route.ts';

/** Serves an endpoint of the contract; see serveWith. */
export const serve = serveWith<Deps>();
