import { z } from 'zod';

/** `HH:MM`, local time. */
export const timeOfDaySchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time looks like 07:30');

/** Minutes since midnight of `HH:MM`. */
export const minutesOfDay = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** Seconds since midnight of `HH:MM` or `HH:MM:SS`. */
export const secondsOfDay = (time: string): number => minutesOfDay(time) * 60 + Number(time.slice(6) || 0);
