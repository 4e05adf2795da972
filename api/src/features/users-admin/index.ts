export { usersAdminRoutes } from './users-admin.routes.ts';
