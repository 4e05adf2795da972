export { loadSchedulePage } from './screens.ts';
