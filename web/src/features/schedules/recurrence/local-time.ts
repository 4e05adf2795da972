/**
 * Wall-clock times without a zone, as in the contract of schedules: `2026-11-23T08:00`. They are calculated as if they were
 * UTC, so that no change of the clocks moves them.
 */
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** @param local `2026-11-23T08:00`, with or without seconds, or `2026-11-23`, which is its midnight */
export const utcOf = (local: string): Date => new Date(`${local.length === 10 ? `${local}T00:00` : local}Z`);
/** To the minute. */
export const localOf = (utc: Date): string => utc.toISOString().slice(0, 16);
export const dateOf = (local: string): string => local.slice(0, 10);
export const timeOf = (local: string): string => local.slice(11, 16);
export const addMinutes = (local: string, minutes: number): string =>
  localOf(new Date(utcOf(local).getTime() + minutes * MINUTE_MS));
/** @returns the date so many days later */
export const addDays = (date: string, days: number): string =>
  localOf(new Date(utcOf(date).getTime() + days * DAY_MS)).slice(0, 10);
export const minutesBetween = (from: string, to: string): number =>
  Math.round((utcOf(to).getTime() - utcOf(from).getTime()) / MINUTE_MS);
/** Whole days from the date of one to the date of the other. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((utcOf(dateOf(to)).getTime() - utcOf(dateOf(from)).getTime()) / DAY_MS);
/** 1 is Monday. */
export const weekdayOf = (local: string): number => utcOf(local).getUTCDay() || 7;
export const dayOfMonth = (local: string): number => Number(local.slice(8, 10));
/** Which of the same weekdays of its month the date is: 1 to 5. */
export const nthOf = (local: string): number => Math.ceil(dayOfMonth(local) / 7);

/** The wall-clock time at an instant. @param zone IANA name; undefined: that of the browser */
export const wallTime = (at: Date | number, zone: string | undefined): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone: zone })
    .format(at)
    .replace(' ', 'T');

const isDate = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(utcOf(text).getTime());
/** Whether it is a date of the calendar, as `2026-02-28`. */
export const isLocalDate = (text: string): boolean => isDate(text) && addDays(text, 0) === text;
