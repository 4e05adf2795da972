export { AdminPage } from './admin-page.tsx';
export { UserPicker } from './components/user-picker.tsx';
export { useGetUsersPageQuery } from './users-admin-api.ts';
