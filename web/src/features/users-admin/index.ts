export { loadAdminPage } from './screens.ts';
