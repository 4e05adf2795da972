export type { HealthDeps } from './deps.ts';
export { healthRoutes } from './health.routes.ts';
