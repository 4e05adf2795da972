export { quotasRoutes } from './quotas.routes.ts';
export { countUsage, findWarnings, quotaOf, requireInstallationRoom } from './quotas.service.ts';
