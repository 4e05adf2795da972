import type { CoreDeps } from './deps.ts';
import { serveWith } from './http/routes/route.ts';

/** Serves an endpoint of the contract by a handler that needs the core dependencies; see serveWith. */
export const serve = serveWith<CoreDeps>();
