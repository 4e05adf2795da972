export { CompaniesPage } from './companies-page.tsx';
