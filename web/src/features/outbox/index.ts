export { loadOutboxPage } from './screens.ts';
