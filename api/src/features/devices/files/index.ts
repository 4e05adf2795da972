export { deviceFilesRoutes } from './device-files.routes.ts';
