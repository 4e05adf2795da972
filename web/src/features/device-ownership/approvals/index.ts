export { OwnClaims } from './components/own-claims.tsx';
export { WaitingForApproval } from './components/waiting-for-approval.tsx';
