export { loadRegisterPage } from './screens.ts';
