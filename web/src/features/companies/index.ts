export { loadCompaniesPage } from './screens.ts';
