// Messages to other systems about what happens in an organisation.
export { tellWebhooksOfAlarms } from './alarm-events.ts';
export { deleteOldDeliveries } from './deliveries.repository.ts';
export { startWebhooks } from './start-webhooks.ts';
export { createWebhookSender } from './webhook-sender.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
export { webhookGrant } from './webhooks.service.ts';
