export { CompaniesPage } from './companies-page.tsx';
export { SettingsSlotContext } from './settings-slot.ts';
