export { lockNumbered, rebind, rebindingDone, type Rebinding } from './by-number.ts';
export { deviceBindingRoutes } from './device-binding.routes.ts';
