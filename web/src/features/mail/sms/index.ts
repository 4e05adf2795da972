export { SmsPage } from './sms-page.tsx';
