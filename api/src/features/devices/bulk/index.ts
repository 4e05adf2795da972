export { deviceBulkRoutes } from './device-bulk.routes.ts';
