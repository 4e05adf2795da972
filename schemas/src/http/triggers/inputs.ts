import { z } from 'zod';
import { inputNameSchema, inputStateSchema } from '../../domain/inputs.ts';
import { serialSchema } from '../../domain/serial.ts';

/** Inputs of devices, as what starts a trigger; see docs/product/triggers.md. */

/** A press that arrives later than this starts nothing. */
export const INPUT_MAX_AGE_S = 600;
export const DEBOUNCE_DEFAULT_MS = 1_000;
export const DEBOUNCE_MAX_MS = 60_000;

const debounceSchema = z
  .int()
  .min(0)
  .max(DEBOUNCE_MAX_MS)
  .describe('further changes within this time after one that started it are the same press');
const inputFields = { type: z.literal('input'), serial: serialSchema, input: inputNameSchema };
const stateOfInput = inputStateSchema.describe('the change to this state starts it');

export const inputSourceSchema = z.strictObject({
  ...inputFields,
  state: stateOfInput.default('on'),
  debounce_ms: debounceSchema.default(DEBOUNCE_DEFAULT_MS),
});
/** In answers, where nothing is absent. */
export const storedInputSourceSchema = z.strictObject({
  ...inputFields,
  state: stateOfInput,
  debounce_ms: debounceSchema,
});

export const deviceInputSchema = z
  .strictObject({
    serial: serialSchema,
    company_id: z.int().nullable(),
    place: z.string(),
    input: z.string(),
    state: inputStateSchema,
    at: z.iso.datetime(),
  })
  .meta({ id: 'DeviceInput' });
export type DeviceInput = z.infer<typeof deviceInputSchema>;
export const INPUTS_LISTED_MAX = 500;
