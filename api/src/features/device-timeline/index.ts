// What happened to a device.
export { deleteOldDeviceEvents } from './device-events.repository.ts';
export { deviceTimelineRoutes } from './device-timeline.routes.ts';
