import { z } from 'zod';
import { INPUT_NAME_MAX } from './inputs.ts';

/** The outputs of a device: relays, strobes, the screen of a player; see docs/product/scenarios.md. */

/** Of one device; a report of a further one is not stored. */
export const OUTPUTS_MAX = 16;
export const OUTPUT_DURATION_MIN_MS = 100;
/** What lasts longer is switched on, and off later. */
export const OUTPUT_DURATION_MAX_MS = 60_000;
/** Of a pulse that does not say how long it is. */
export const OUTPUT_PULSE_MS = 1_000;
export const outputNameSchema = z
  .string()
  .regex(/^[a-z\d][a-z\d_-]*$/, 'The name of an output has small letters, digits, - and _')
  .max(INPUT_NAME_MAX);

/** `pulse`: on for some time, then off by itself. */
export const OUTPUT_STATES = ['on', 'off', 'pulse'] as const;
export const outputStateSchema = z.enum(OUTPUT_STATES).meta({ id: 'OutputState' });
export type OutputState = z.infer<typeof outputStateSchema>;

export const outputDurationSchema = z
  .int()
  .min(OUTPUT_DURATION_MIN_MS)
  .max(OUTPUT_DURATION_MAX_MS)
  .describe('of a pulse, in milliseconds');

/** Of a pattern, which is a pulse that is repeated. A device that knows no patterns pulses once. */
export const OUTPUT_PAUSE_MIN_MS = 100;
export const OUTPUT_PAUSE_MAX_MS = 10_000;
export const outputPauseSchema = z
  .int()
  .min(OUTPUT_PAUSE_MIN_MS)
  .max(OUTPUT_PAUSE_MAX_MS)
  .describe('makes a pattern of a pulse: milliseconds between its repetitions');
type Pulses = { duration_ms?: number | undefined; pause_ms: number; repeat: number };
/** How long pulses take, from the beginning of the first to the end of the last. */
export const patternMs = ({ duration_ms = OUTPUT_PULSE_MS, pause_ms, repeat }: Pulses): number =>
  repeat * (duration_ms + pause_ms) - pause_ms;
