// The tree of an owner's places and devices.
export { CompaniesPage } from './companies-page.tsx';
