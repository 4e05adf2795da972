export { loadSmsPage } from './screens.ts';
