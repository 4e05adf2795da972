export type { FirmwareDeps } from './deps.ts';
export { createFirmware } from './firmware.ts';
export { archivesRoutes as firmwareRoutes } from './archives/archives.routes.ts';
