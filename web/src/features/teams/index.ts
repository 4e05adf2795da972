// Members of nodes: who may do what in the trees of others.
export { OwnAccess } from './access.tsx';
export { InvitationPage } from './invitation-page.tsx';
export { OrganisationItems, OrganisationSwitch } from './organisation-switch.tsx';
export { OwnInvitationsCard } from './own-invitations.tsx';
export { PeopleDialog } from './people-dialog.tsx';
export { SeeAsPage } from './see-as-page.tsx';
