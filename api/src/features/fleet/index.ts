export { devicesAdminRoutes } from './devices-admin.routes.ts';

export { deviceBulkRoutes } from './many-devices.routes.ts';

export { deviceFilesRoutes } from './many-devices.routes.ts';

export { savedFiltersRoutes } from './saved-filters.routes.ts';
