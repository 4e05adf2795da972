// Members of nodes: who may do what in the trees of others.
export { endPassedRights } from './ended-rights.ts';
export { rightsChanged } from './member-effects.ts';
export { deleteOldMemberInvitations } from './member-invitations.repository.ts';
export { endMembershipsOf } from './members.repository.ts';
export { addProgram } from './programs.ts';
export { teamsRoutes } from './teams.routes.ts';
export { memberInvitationGrant } from './member-invitations.service.ts';
