export { tracesRoutes } from './traces.routes.ts';
