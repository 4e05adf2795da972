// Sign in, register, prove and change one's account.
import { contactChangeRoutes } from './contact-change.ts';
import { passkeysRoutes } from './passkeys/passkeys.routes.ts';
import { passwordsRoutes } from './passwords.ts';
import { profileRoutes } from './profile.ts';
import { registrationRoutes } from './registration.ts';
import { requiredSecondFactorRoutes } from './required-second-factor.ts';
import { sessionsRoutes } from './sessions.ts';
import { settingsRoutes } from './settings.ts';
import { authRoutes } from './sign-in.ts';
import { twoFactorRoutes } from './two-factor.ts';

export { changeAccount, revokeAccountSecrets, setAccountsBlocked } from './account-secrets.ts';
export { createAuthenticator, refuseBlocked } from './authenticator.ts';
export { ensureFirstRoot } from './first-root.ts';
export { deleteOldInvitations } from './invitations.repository.ts';
export { invitationsRoutes, registrationInvitationGrant } from './invitations.ts';
export {
  deleteExpiredKeys,
  findSignedInIds,
  isKeyLive,
  KEYS_CHANNEL,
  revokeDisclosedKeys,
  revokeImpersonationKeys,
} from './keys.repository.ts';
export { findKnownPeople, rememberBrowser } from './known-browser.ts';
export { deleteOldTokens } from './one-time-tokens.repository.ts';
export { deleteSpentChallenges } from './passkeys/passkeys.repository.ts';
export { sweepAbandonedRegistrations } from './registration.ts';
export {
  disconnectUsers,
  endPassedSessions,
  endSessionsByKey,
  issueKey,
  type Origin,
  revokeAllKeys,
  revokeSessions,
} from './sessions.ts';
export { admit } from './sign-in.ts';
export { turnOff } from './two-factor.ts';

export const accountsRoutes = [
  ...authRoutes,
  ...sessionsRoutes,
  ...twoFactorRoutes,
  ...passkeysRoutes,
  ...requiredSecondFactorRoutes,
  ...registrationRoutes,
  ...passwordsRoutes,
  ...profileRoutes,
  ...settingsRoutes,
  ...contactChangeRoutes,
];
