// Claims, passes, keys: whose device it is.
export { deleteOldApprovals } from './approvals.repository.ts';
export { approvalsRoutes } from './approvals.routes.ts';
export { endRequests, requestClaim, requestEnrolment } from './claims.service.ts';

export {
  deviceBindingRoutes,
  rebindingChanged,
  lockNodeById,
  rebind,
  type Rebinding,
} from './device-binding.routes.ts';

export { enrolmentRoutes } from './enrolment.routes.ts';
export { addDeviceAt, type PlacePolicy } from './new-device.ts';
export { deleteOldPairings } from './pairings.repository.ts';
export { pairingRoutes } from './pairing.routes.ts';
