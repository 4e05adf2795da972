export { brokerAccessRoutes } from './broker-access.routes.ts';
export { createDeviceKeys, type DeviceKeys } from './device-keys.ts';
