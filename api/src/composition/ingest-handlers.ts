import type { Serial } from '@belfry/schemas/domain/serial';
import { createReceiptsIngest } from '../features/announcements/index.ts';
import { createResponsesIngest, type Commands } from '../features/commands/index.ts';
import { createReportedIngest } from '../features/device-config/index.ts';
import { createPlayersIngest, createStatusIngest, type Presence } from '../features/device-state/index.ts';
import { createMetricsIngest } from '../features/metrics/index.ts';
import type { ConsoleEvents } from '../mqtt/console-events.ts';
import type { IngestContext } from '../mqtt/ingest/ingest-context.ts';
import { acknowledgeAll } from '../mqtt/subscriber/ack-token.ts';

export type IngestHandlersDeps = {
  presence: Presence;
  commands: Commands;
  events: ConsoleEvents;
  /** Statuses were stored that differ from the earlier ones. */
  onChanged: () => void;
  /** These devices are online again. */
  onOnline: (serials: readonly Serial[]) => void;
};

/** The handlers of the messages of devices, by the kind of message. */
export function createIngestHandlers(
  context: IngestContext,
  { presence, commands, events, onChanged, onOnline }: IngestHandlersDeps,
) {
  const configReported = createReportedIngest(context);
  const metrics = createMetricsIngest(context, presence);
  const receipts = createReceiptsIngest(context, presence, events);
  const status = createStatusIngest(context, {
    onChanged,
    onOnline(serials) {
      configReported.online(serials);
      onOnline(serials);
    },
  });

  return {
    handlers: {
      status,
      metrics,
      player: createPlayersIngest(context, presence),
      configReported,
      responses: createResponsesIngest(commands, presence, acknowledgeAll),
      receipts,
    },
    /** Another instance may have ingested messages of these devices, or does so from now on. */
    forget(isForeign: (serial: Serial) => boolean): void {
      for (const handler of [metrics, receipts, configReported]) handler.forget(isForeign);
    },
    stop(): void {
      metrics.stop();
      receipts.stop();
    },
  };
}
