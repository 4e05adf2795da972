import { z } from 'zod';

/** With a greater difference to the true time a device is audibly apart from its neighbours; see DEV-70. */
const TOGETHER_WITHIN_MS = 20;
const CLOCK_OFFSET_MAX_MS = 100 * 365 * 86_400_000;

export const clockOffsetSchema = z
  .number()
  .min(-CLOCK_OFFSET_MAX_MS)
  .max(CLOCK_OFFSET_MAX_MS)
  .nullable()
  .describe(
    'ms by which the clock of the device is ahead of the true time, as its time service estimates; null: unknown',
  );

/** What a device reports of its clock; null: unknown. */
export type ReportedClock = { clock_offset_ms: number | null; clock_synchronised: boolean | null };

/** Why a device would not begin together with its neighbours; null: it would, or it is not known. */
export function clockProblem({ clock_offset_ms, clock_synchronised }: ReportedClock): 'unsynchronised' | 'off' | null {
  if (clock_synchronised === false) return 'unsynchronised';
  return Math.abs(clock_offset_ms ?? 0) > TOGETHER_WITHIN_MS ? 'off' : null;
}
