import type { Deps } from './deps.ts';
import { serveWith } from './http/routes/route.ts';

export const serve = serveWith<Deps>();
