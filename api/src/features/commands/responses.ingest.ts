import { INVALID_RESPONSE } from '@belfry/schemas/http/commands';
import { responseMessageSchema } from '@belfry/schemas/mqtt/messages';
import { z } from 'zod';
import type { IngestHandler } from '../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../mqtt/subscriber/ingest-subscriber.ts';
import type { Presence } from '../device-state/index.ts';
import type { Commands } from './commands.service.ts';

/** As much of an answer as it takes to end the command. */
const endingSchema = responseMessageSchema.pick({ correlation_id: true }).extend({ phase: z.literal('done') });

/** Takes the answers of devices to the commands that they answer. */
export function createResponsesIngest(
  commands: Pick<Commands, 'answer'>,
  presence: Pick<Presence, 'recordMessage'>,
  acknowledge: (ackTokens: AckToken[]) => void,
): IngestHandler<'responses'> {
  return {
    accept({ topic: { serial }, body, receivedAt, live, ackToken }) {
      if (live) presence.recordMessage(serial, receivedAt);
      const message = { ...body, correlation_id: body.correlation_id.toLowerCase() };
      commands.answer({ serial, message, receivedAt }, () => acknowledge([ackToken]));
    },
    /** The caller is told at once that the answer cannot be used, instead of waiting until the time is up. */
    reject({ serial }, json) {
      const ending = endingSchema.safeParse(json);
      if (!ending.success) return;
      const now = Date.now();
      const message = responseMessageSchema.parse({
        ...INVALID_RESPONSE,
        phase: 'done',
        success: false,
        correlation_id: ending.data.correlation_id.toLowerCase(),
        at: new Date(now).toISOString(),
      });
      commands.answer({ serial, message, receivedAt: now }, () => undefined);
    },
  };
}
