// Messages to other systems about what happens in an organisation.
export { tellWebhooksOfAlarms } from './alarm-events.ts';
export { deliverWebhook, WEBHOOK_JOBS } from './deliver.ts';
export { deleteOldDeliveries } from './deliveries.repository.ts';
export { passWebhookEvents } from './pass-events.ts';
export { createWebhookSender } from './webhook-sender.ts';
export { webhooksRoutes } from './webhooks.routes.ts';
