export { deleteOldMessages } from './outbox.repository.ts';
export { outboxRoutes } from './outbox.routes.ts';
export { queueMessage, queueMessages } from './outbox.service.ts';
export { startOutbox, type Outbox } from './outbox.ts';
export { redactExpiredSecrets } from './secrets.repository.ts';
export { mailsOfAddress, mailsTo, smsLimits } from './send-limits.ts';
export { createFileSenders, createSenders } from './senders.ts';
export { createStoredCopies } from './stored-copies.ts';
