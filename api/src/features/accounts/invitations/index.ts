export { deleteOldInvitations, setInvitationUser } from './invitations.repository.ts';
export { invitationsRoutes } from './invitations.routes.ts';
export { requireInvitation } from './invitations.service.ts';
