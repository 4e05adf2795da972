import type { IngestHandler } from '../../mqtt/ingest.ts';
import type { Receipt } from '../../mqtt/ingest-link.ts';
import type { Presence } from '../device-state/presence.ts';
import type { Commands } from './commands.service.ts';

/** Takes the answers of devices to the commands that they answer. */
export function createResponsesIngest(
  commands: Pick<Commands, 'answer'>,
  presence: Pick<Presence, 'heard'>,
  acknowledge: (receipts: Receipt[]) => void,
): IngestHandler<'responses'> {
  return {
    accept({ topic: { serial }, body, receivedAt, live, receipt }) {
      if (live) presence.heard(serial, receivedAt);
      const message = { ...body, correlation_id: body.correlation_id.toLowerCase() };
      commands.answer({ serial, message, receivedAt }, () => acknowledge([receipt]));
    },
  };
}
