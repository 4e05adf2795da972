export { OwnClaims, WaitingForApproval } from './approvals.tsx';
