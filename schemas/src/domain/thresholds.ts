import {
  CPU_WARNING_PERCENT,
  DISK_WARNING_PERCENT,
  MEMORY_WARNING_PERCENT,
  TEMPERATURE_WARNING_CELSIUS,
} from './limits.ts';

/** Whether a value is shown as a warning: above its limit, not at it; see DEV-30. */
export const isHigh = {
  cpu: (percent: number): boolean => percent > CPU_WARNING_PERCENT,
  memory: (percent: number): boolean => percent > MEMORY_WARNING_PERCENT,
  disk: (percent: number): boolean => percent > DISK_WARNING_PERCENT,
  temperature: (celsius: number): boolean => celsius > TEMPERATURE_WARNING_CELSIUS,
} as const;
