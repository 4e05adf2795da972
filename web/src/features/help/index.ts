export { loadHelpPage } from './screens.ts';
