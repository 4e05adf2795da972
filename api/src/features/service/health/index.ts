export type { IngestState } from './readiness.ts';
export { healthRoutes } from './health.routes.ts';
