import {
  type MaintenanceWindow,
  maintenanceWindowSchema,
  type NewMaintenanceWindowBody,
} from '@belfry/schemas/http/alarms/maintenance';
import { addMinutes, wallTime } from '../../../lib/local-time.ts';

/** The fields of the form. The node of a window does not change. */
export type WindowValues = {
  name: string;
  company_id: number | null;
  starts_at: string;
  hours: number | string;
  minutes: number | string;
  rrule: string | null;
  exceptions: string[];
  until_date: string | null;
};

const HOUR_MINUTES = 60;
const QUARTER = 15;
const DEFAULT_HOURS = 2;

/** A window that is still to be filled in: once, from the next quarter of an hour on. */
export function newValues(now: number, zone: string | undefined, company_id: number | null): WindowValues {
  const at = wallTime(now, zone);
  return {
    name: '',
    company_id,
    starts_at: addMinutes(at, QUARTER - (Number(at.slice(14, 16)) % QUARTER)),
    hours: DEFAULT_HOURS,
    minutes: 0,
    rrule: null,
    exceptions: [],
    until_date: null,
  };
}

/** The stored fields of a window, without derived ones; also the shape in an edit conflict. */
export const storedWindowSchema = maintenanceWindowSchema
  .pick({
    company_id: true,
    name: true,
    starts_at: true,
    duration_minutes: true,
    rrule: true,
    exceptions: true,
    until_date: true,
    revision: true,
  })
  .strip();
export type StoredWindow = Pick<MaintenanceWindow, keyof typeof storedWindowSchema.shape>;

export const valuesOf = (window: StoredWindow): WindowValues => ({
  name: window.name,
  company_id: window.company_id,
  starts_at: window.starts_at.slice(0, 16),
  hours: Math.floor(window.duration_minutes / HOUR_MINUTES),
  minutes: window.duration_minutes % HOUR_MINUTES,
  rrule: window.rrule,
  exceptions: window.exceptions,
  until_date: window.until_date,
});

export const durationOf = ({ hours, minutes }: Pick<WindowValues, 'hours' | 'minutes'>): number =>
  Number(hours) * HOUR_MINUTES + Number(minutes);

type WindowBody = Omit<NewMaintenanceWindowBody, 'company_id'>;

export const bodyOf = (values: WindowValues): WindowBody => ({
  name: values.name.trim(),
  starts_at: values.starts_at,
  duration_minutes: durationOf(values),
  rrule: values.rrule,
  exceptions: values.rrule === null ? [] : values.exceptions,
  until_date: values.rrule === null ? null : values.until_date,
});
