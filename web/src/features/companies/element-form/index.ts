export { ElementForm } from './element-form.tsx';
export { MainCompanySettings } from './settings/settings-section.tsx';
