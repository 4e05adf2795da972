export { groupsRoutes } from './groups.routes.ts';
