export { deleteOldApprovals } from './approvals.repository.ts';
export { approvalsRoutes } from './approvals.routes.ts';
export { endRequests, requestClaim, requestEnrolment } from './claims.service.ts';
