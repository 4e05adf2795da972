export { authRoutes } from './auth.routes.ts';
export { createAuthenticator } from './authenticator.ts';
export { KEYS_CHANNEL } from './key-owner.sql.ts';
export { refuseBlocked } from './refuse-blocked.ts';
export { issueKey, type Origin } from './session-keys.ts';
export { sessionsRoutes } from './sessions.routes.ts';
export { disconnectUsers, revokeAllKeys, revokeSessions } from './sessions.service.ts';
export { findLiveKeyHashes, findSignedInIds, findCallerOfKey, isKeyLive } from './user-keys.repository.ts';
export { deleteExpiredKeys, revokeImpersonationKeys, revokeDisclosedKeys } from './revoked-keys.repository.ts';
