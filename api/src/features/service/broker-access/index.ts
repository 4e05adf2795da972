export { brokerAccessRoutes } from './broker-access.routes.ts';
export { authenticateClient } from './broker-access.service.ts';
export { findConsoleAcl } from './console-acl.ts';
export { createDeviceKeys } from './device-keys.ts';
export { createEngineGuard } from './engine-guard.ts';
export { createDeviceLookup } from './device-lookup.ts';
