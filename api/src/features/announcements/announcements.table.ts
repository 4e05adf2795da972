import type { Chime, Priority, ReceiptEvent } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { AnnouncementDelivery, AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import type { ColumnType, Generated } from 'kysely';

export type AnnouncementRunsTable = {
  run_id: string;
  kind: AnnouncementRun['kind'];
  /** The user who has started the run; for a scheduled run the owner of the schedule. */
  user_id: number | null;
  title: string;
  priority: Priority;
  state: AnnouncementRun['state'];
  error: string | null;
  message_id: number | null;
  schedule_id: number | null;
  /** When it starts; of a scheduled run in the first time zone. */
  at: Generated<Date>;
  /** Devices that have not started it by then skip it. */
  expires_at: Date | null;
  ended_at: Date | null;
  created_at: Generated<Date>;
  chime: Generated<Chime>;
  /** 0: until it is stopped. */
  repeat: Generated<number>;
  pause_ms: Generated<number>;
  targets: ColumnType<Targets | null, string | null | undefined, string | null>;
};

/** The speech of the places that hear the same text in the same language and voice with the same volume. */
export type AnnouncementPartsTable = {
  run_id: string;
  part: number;
  text: string;
  language: string;
  voice: string;
  volume: number | null;
  /** null until it is rendered. */
  items: ColumnType<AudioItem[] | null, string | null, string | null>;
  error: string | null;
  /** The command that plays it. */
  command_id: string | null;
};

/** One run on one device. Those of scheduled runs exist from their instant on, or from the first receipt. */
export type AnnouncementDeliveriesTable = {
  run_id: string;
  device_id: number;
  /** The owner of the device at that time. */
  user_id: number | null;
  /** The node of the device at that time, which may be deleted since. */
  company_id: number | null;
  place: string;
  part: number | null;
  state: AnnouncementDelivery['state'];
  language: string | null;
  voice: string | null;
  reason: string | null;
  /** When it was to start. */
  at: Generated<Date>;
  /** The zone of the place and its wall-clock time then; null where it is not known. */
  time_zone: string | null;
  local_at: Date | null;
  started_at: Date | null;
  finished_at: Date | null;
  /** When the server learned the state from the device. */
  reported_at: Date | null;
  /** The clock of the device minus that of the server, where it was so wrong that its times are not right. */
  clock_skew_ms: number | null;
};

export type AnnouncementReceiptsTable = {
  device_id: number;
  seq: number;
  run_id: string;
  event: ReceiptEvent;
  reason: string | null;
  at: Date;
  received_at: Generated<Date>;
};

/** The last report of a device about the audio of a prepared emergency. */
export type EmergencyCopiesTable = {
  device_id: number;
  /** The id of the emergency in the programme; it changes with the audio. */
  receipt_id: string;
  held: boolean;
  at: Date;
};

/** The numbering of a device's receipts. */
export type AnnouncementReceiptSeqsTable = {
  device_id: number;
  /** Every number up to this one is committed. */
  acked_seq: number;
  newest_seq: number;
  newest_at: Date;
};
