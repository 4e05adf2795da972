export type { HealthDeps, IngestState } from './deps.ts';
export { healthRoutes } from './health.routes.ts';
