export { ensureFirstRoot } from './first-root.ts';
export { checkOwner, findPermittedOwner, ownerPermits, permittedOwners } from './owner-access.ts';
export {
  registrationsRemoved,
  removePendingRegistrations,
  sweepAbandonedRegistrations,
} from './pending-registrations.service.ts';
export { requirePassword, wrongPassword } from './require-password.ts';
export {
  findAdministratorIds,
  findLanguage,
  findRole,
  findTakenContacts,
  findUserForSignIn,
  isContactTaken,
  mayTextAnyNumber,
  type SignInUser,
} from './find-users.repository.ts';
export {
  deleteUsers,
  lockUser,
  lockUserByContact,
  setBlockedOf,
  setContactConfirmed,
  setLastLogin,
  updateUser,
} from './users.repository.ts';
export { usersRoutes } from './users.routes.ts';
export { createUser, createUsers, currentOffset, userChanged, userExists, usersChanged } from './users.service.ts';
export type { UserRow } from './users.repository.ts';
