export { SmsTemplates } from './template-list.tsx';
export { SmsPage } from './sms-page.tsx';
