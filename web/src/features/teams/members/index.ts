// One membership: what it allows, and how it is changed and ended.
export { useEnds } from './ends.ts';
export { ChangeMember, EndMember, type MemberAt } from './member-dialogs.tsx';
export { MemberForm, type MemberValues, NEW_MEMBER } from './member-form.tsx';
