export { loadVoicesPage } from './screens.ts';
