// What happened to a device.
export { deleteOldDeviceEvents } from './timeline.sql.ts';
export { deviceTimelineRoutes } from './device-timeline.routes.ts';
