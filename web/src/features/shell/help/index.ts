export { HelpPage } from './help-page.tsx';
export { KeyTable } from './key-table.tsx';
