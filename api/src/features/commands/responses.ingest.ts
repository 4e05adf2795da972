import { INVALID_RESPONSE } from '@belfry/schemas/http/commands/commands';
import { responseMessageSchema } from '@belfry/schemas/mqtt/messages';
import { z } from 'zod';
import type { IngestHandler } from '../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../mqtt/subscriber/inbound-message.ts';
import type { Presence } from '../device-state/index.ts';
import type { Commands } from './commands.service.ts';

const finalSchema = responseMessageSchema.pick({ correlation_id: true }).extend({ phase: z.literal('done') });

export function createResponsesIngest(
  commands: Pick<Commands, 'receiveResponse'>,
  presence: Pick<Presence, 'recordMessage'>,
  acknowledge: (ackTokens: AckToken[]) => void,
): IngestHandler<'responses'> {
  return {
    accept({ topic: { serial }, body, receivedAt, live, ackToken }) {
      if (live) presence.recordMessage(serial, receivedAt);
      const message = { ...body, correlation_id: body.correlation_id.toLowerCase() };
      commands.receiveResponse({ serial, message, receivedAt }, () => acknowledge([ackToken]));
    },
    /** An invalid final response fails the command immediately, so that the caller does not wait for the timeout; see CMD-9. */
    reject({ serial }, json) {
      const final = finalSchema.safeParse(json);
      if (!final.success) return;
      const now = Date.now();
      const message = responseMessageSchema.parse({
        ...INVALID_RESPONSE,
        phase: 'done',
        success: false,
        correlation_id: final.data.correlation_id.toLowerCase(),
        at: new Date(now).toISOString(),
      });
      commands.receiveResponse({ serial, message, receivedAt: now }, () => undefined);
    },
  };
}
