// Keys with which programs call the api, each bound to a node and to scopes.
export { apiKeyGrant } from './api-keys.service.ts';
export { apiKeysRoutes } from './api-keys.routes.ts';
export { createProgramKeys, type ProgramKeys } from './program-keys.ts';
