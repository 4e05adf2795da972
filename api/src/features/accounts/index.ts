// Sign in, register, prove and change one's account.
import { contactChangeRoutes } from './contact-change.ts';
import { passwordsRoutes } from './passwords.ts';
import { profileRoutes } from './profile.ts';
import { registrationRoutes } from './registration.ts';
import { sessionsRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { authRoutes } from './sign-in.ts';
import { twoFactorRoutes } from './two-factor.ts';

export { changeAccount, revokeAccountSecrets, setAccountsBlocked } from './account-secrets.ts';
export { createAuthenticator, refuseBlocked } from './authenticator.ts';
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
export { sweepAbandonedRegistrations } from './registration.ts';
export { endPassedSessions, issueKey, type Origin, revokeAllKeys } from './sessions.ts';
export { turnOff } from './two-factor.ts';

export const accountsRoutes = [
  ...authRoutes,
  ...sessionsRoutes,
  ...twoFactorRoutes,
  ...registrationRoutes,
  ...passwordsRoutes,
  ...profileRoutes,
  ...settingsRoutes,
  ...contactChangeRoutes,
];
