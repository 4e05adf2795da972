export { VoicesPage } from './voices-page.tsx';
