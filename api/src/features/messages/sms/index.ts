import { smsSendingRoutes } from './sms.routes.ts';
import { smsTemplatesRoutes } from './templates.routes.ts';

export const smsRoutes = [...smsSendingRoutes, ...smsTemplatesRoutes];
