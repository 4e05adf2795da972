import { messagesRoutes } from './outbox.routes.ts';
import { recipientsRoutes } from './recipients.ts';

export {
  isWithinCodeBudget,
  mailsOfAddress,
  mailsTo,
  mailsToFrom,
  openBudget,
  readBudget,
  smsLimits,
} from './budget.ts';
export { deleteOldCharges, deleteOldDigests, findHeldBack } from './ledger.repository.ts';
export { queueNotices, sendDueDigests } from './notices.ts';
export { toItem } from './outbox.routes.ts';
export { cancelMessages, deleteOldMessages, findMessagesByTime } from './outbox.repository.ts';
export { chargeOf, type MailJobs, queueAccountMessages, queueMessage, queueMessages } from './queue-messages.ts';
export { deleteOldRequests, findConfirmed } from './recipients.repository.ts';
export { askNewRecipients } from './recipients.ts';
export { redactExpiredSecrets, redactSecretsOf } from './secrets.repository.ts';
export { createFileSenders, createSenders, createStoredCopies, startOutbox } from './outbox.ts';
export { MAIL_QUEUES, resumeQueuedMessages, sendQueued } from './send-queued.ts';

export const outboxRoutes = [...messagesRoutes, ...recipientsRoutes];
