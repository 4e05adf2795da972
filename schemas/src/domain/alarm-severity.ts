import { z } from 'zod';

/** From the least to the most urgent. */
export const ALARM_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export const alarmSeveritySchema = z.enum(ALARM_SEVERITIES).meta({ id: 'AlarmSeverity' });
export type AlarmSeverity = z.infer<typeof alarmSeveritySchema>;
