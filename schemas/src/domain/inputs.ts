import { z } from 'zod';

/** The inputs of a device: buttons and contacts that are wired to it; see docs/product/triggers.md. */

export const INPUT_NAME_MAX = 32;
export const inputNameSchema = z
  .string()
  .regex(/^[a-z\d][a-z\d_-]*$/, 'The name of an input has small letters, digits, - and _')
  .max(INPUT_NAME_MAX);

/** `on`: the button is pressed, the contact is closed. */
export const INPUT_STATES = ['on', 'off'] as const;
export const inputStateSchema = z.enum(INPUT_STATES).meta({ id: 'InputState' });
export type InputState = z.infer<typeof inputStateSchema>;
