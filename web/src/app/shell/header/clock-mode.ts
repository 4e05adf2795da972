import { z } from 'zod';
import { readLocal, writeLocal } from '../../../lib/storage/local-store.ts';
import { LOCAL_KEYS } from '../../../lib/storage/storage-keys.ts';

/** The four views of the header's clock, in the order of clicks; see SHELL-4. */
export const CLOCK_MODES = ['full', 'time', 'large', 'hidden'] as const;
const clockModeSchema = z.enum(CLOCK_MODES);
export type ClockMode = z.infer<typeof clockModeSchema>;

export const nextClockMode = (mode: ClockMode): ClockMode =>
  CLOCK_MODES[(CLOCK_MODES.indexOf(mode) + 1) % CLOCK_MODES.length] ?? 'full';

export const readClockMode = (): ClockMode => readLocal(LOCAL_KEYS.clockMode, clockModeSchema) ?? 'full';
export const writeClockMode = (mode: ClockMode): void => writeLocal(LOCAL_KEYS.clockMode, mode);
