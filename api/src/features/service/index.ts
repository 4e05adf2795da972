// Health, documents, traces, broker access, quotas.
export { authenticateClient, brokerAccessRoutes, findConsoleAcl } from './broker-access.ts';
export { createEngineGuard } from './brute-force-guard.ts';
export { createDeviceKeys, createDeviceLookup } from './device-credentials.sql.ts';
export { docsRouter } from './docs.ts';
export { createLogLevel, LOG_LEVEL_CHANNEL, logLevelRoutes } from './log-level.ts';
export { internalRoutes } from './provisioning.ts';
export { consoleRoutes, healthRoutes, quotasRoutes } from './service.routes.ts';
