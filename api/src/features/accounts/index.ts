export { changeAccount, revokeAccountSecrets, setAccountsBlocked } from './account-secrets.ts';
export { createAuthenticator, refuseBlocked } from './authenticator.ts';
export { contactChangeRoutes } from './contact-change.ts';
export { ensureFirstRoot } from './first-root.ts';
export { deleteOldInvitations } from './invitations.repository.ts';
export { invitationsRoutes } from './invitations.ts';
export {
  deleteExpiredKeys,
  findCallerOfKey,
  findLiveKeyHashes,
  findSignedInIds,
  isKeyLive,
  KEYS_CHANNEL,
  revokeDisclosedKeys,
  revokeImpersonationKeys,
} from './keys.repository.ts';
export { deleteOldTokens } from './one-time-tokens.repository.ts';
export { passwordsRoutes } from './passwords.ts';
export { usersRoutes } from './profile.ts';
export { registrationRoutes, sweepAbandonedRegistrations } from './registration.ts';
export { issueKey, type Origin, revokeAllKeys, sessionsRoutes } from './sessions.ts';
export { authRoutes } from './sign-in.ts';
export { turnOff, twoFactorRoutes } from './two-factor.ts';
