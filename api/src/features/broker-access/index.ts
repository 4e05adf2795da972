export { brokerAccessRoutes } from './broker-access.routes.ts';
export { authenticateClient } from './broker-access.service.ts';
export { findConsoleAcl } from './console-acl.ts';
export { createDeviceKeys, type DeviceKeys } from './device-keys.ts';
export { createEngineGuard } from './engine-guard.ts';
export { createDeviceLookup } from './device-lookup.ts';
