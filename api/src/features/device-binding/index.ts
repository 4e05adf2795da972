export { deviceBindingRoutes } from './device-binding.routes.ts';
export { announceRebinding, lockNodeById, rebind, type Rebinding } from './rebind.ts';
