// Administrators manage people.
export { UserPicker } from './components/user-picker.tsx';
export { loadAdminPage } from './screens.ts';
export { useGetUsersPageQuery } from './users-admin-api.ts';
