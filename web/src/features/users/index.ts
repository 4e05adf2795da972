// Administrators manage people.
export { useAccountMenu } from './account-menu.tsx';
export { ImportPeople } from './import-people.tsx';
export { UserPicker } from './user-picker.tsx';
export { loadAdminPage } from './screens.ts';
export { useGetUsersPageQuery } from './users-api.ts';
