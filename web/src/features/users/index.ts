// Administrators manage people.
export { UserPicker } from './user-picker.tsx';
export { loadAdminPage } from './screens.ts';
export { useGetUsersPageQuery } from './users-api.ts';
