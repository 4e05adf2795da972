export { deviceBindingRoutes } from './device-binding.routes.ts';
export { rebindingChanged, lockNodeById, rebind, type Rebinding } from './rebind.ts';
