import { smsSendingRoutes } from './sms.ts';
import { smsTemplatesRoutes } from './templates.ts';

export const smsRoutes = [...smsSendingRoutes, ...smsTemplatesRoutes];
