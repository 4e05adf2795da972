export { AdminPage } from './admin-page.tsx';
export { useGetUsersPageQuery } from './users-admin-api.ts';
