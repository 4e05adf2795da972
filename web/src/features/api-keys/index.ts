// Keys with which programs call the api, each bound to a node and to scopes.
export { ApiKeys } from './api-keys.tsx';
