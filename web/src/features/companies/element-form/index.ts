export { ElementForm } from './element-form.tsx';
export { MainCompanySettings } from './settings/main-company-settings.tsx';
