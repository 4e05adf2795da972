export { devicesAdminRoutes } from './devices-admin.routes.ts';
