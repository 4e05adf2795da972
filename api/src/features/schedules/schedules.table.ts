import type { MissedPolicy } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { HolidayCalendar } from '@belfry/schemas/http/schedules/holidays';
import type { ScheduleAction } from '@belfry/schemas/http/schedules/schedules';
import type { ColumnType, Generated, Selectable } from 'kysely';

type Json<T> = ColumnType<T, string, string>;

export type SchedulesTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  action: Json<ScheduleAction>;
  /** Wall-clock time in the zone of each place. */
  starts_at: string;
  duration_minutes: number | null;
  rrule: string | null;
  exceptions: Json<string[]>;
  until_date: string | null;
  holiday_calendar_id: number | null;
  targets: Json<Targets>;
  priority: number;
  volume: number | null;
  missed: Json<MissedPolicy>;
  enabled: boolean;
  revision: Generated<number>;
  /** How many devices it reached when it was compiled last. */
  devices: Generated<number>;
  /** The first zone of these devices. */
  time_zone: Generated<string | null>;
  /** How often it happens in the compiled range, in all zones together, as counted when it was saved; null: not counted yet. */
  occurrences: Generated<number | null>;
  /** What could not be compiled. */
  problem: Generated<string | null>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
};
export type ScheduleRow = Selectable<SchedulesTable>;

export type HolidayCalendarsTable = {
  id: Generated<number>;
  user_id: number;
  name: string;
  days: Json<HolidayCalendar['days']>;
  created_at: Generated<Date>;
};

export type ScheduleFeedsTable = {
  user_id: number;
  /** SHA-256 of the token in the link. */
  token_hash: Buffer;
  created_at: Generated<Date>;
};
