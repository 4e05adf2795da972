import { z } from 'zod';

/**
 * What became of a start of a trigger. started, drill: it was done; limited: too many; too_old: an input that arrived too late; declined, expired: nobody
 * confirmed it; refused: the trigger is off, or its creator may not do it any more; failed: it could not be done.
 */
export const FIRING_STATES = [
  'queued',
  'asking',
  'started',
  'drill',
  'limited',
  'too_old',
  'declined',
  'expired',
  'refused',
  'failed',
] as const;
export const firingStateSchema = z.enum(FIRING_STATES).meta({ id: 'FiringState' });
export type FiringState = z.infer<typeof firingStateSchema>;
