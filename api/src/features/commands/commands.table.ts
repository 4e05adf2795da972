import type { DeliveryState } from '@belfry/schemas/http/commands/commands';
import type { Command } from '@belfry/schemas/mqtt/commands';
import type { ResponseMessage } from '@belfry/schemas/mqtt/messages';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json = Record<string, unknown>;

export type CommandsTable = {
  /** Also the correlation id in MQTT messages. */
  id: string;
  command: Command;
  params: ColumnType<Json, string, string>;
  target: 'device' | 'fleet' | 'run';
  /** Deliveries that wait for their devices are not sent in that time. */
  paused: Generated<boolean>;
  /** Sent by a page to read what it shows; see CMD-27. */
  background: Generated<boolean>;
  issued_by: number | null;
  issued_at: Date;
  expires_at: Date;
};

/** One command for one device, with its state and result. */
export type CommandDeliveriesTable = {
  command_id: string;
  device_id: number;
  state: DeliveryState;
  phase: ResponseMessage['phase'] | null;
  progress: ColumnType<Json | null, string | null, string | null>;
  success: boolean | null;
  result: ColumnType<Json | null, string | null, string | null>;
  error: string | null;
  error_type: string | null;
  execution_time_ms: number | null;
  issued_at: Date;
  sent_at: Date | null;
  accepted_at: Date | null;
  settled_at: Date | null;
  /** The delivery expires then unless the device has accepted the command. */
  expires_at: Date;
  /** An accepted command that has not ended by then is timed out. */
  deadline_at: Date;
  /** While it is queued it waits for the device; see CMD-16. */
  held: Generated<boolean>;
  /** Until then the instance that has claimed the delivery may publish it, and the others do not. */
  claimed_until: Date | null;
};
export type CommandDeliveryRow = Omit<Selectable<CommandDeliveriesTable>, 'held' | 'claimed_until'>;
