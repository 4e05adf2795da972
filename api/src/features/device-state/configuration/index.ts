export { deleteConfigurations } from './device-config.repository.ts';
export { deviceConfigRoutes } from './device-config.routes.ts';
export { readConfiguration } from './device-config.service.ts';
export { createReportedIngest } from './reported.ingest.ts';
