import { z } from 'zod';

/** The response of most calls of the account area: a message for the user. */
export const messageAnswerSchema = z
  .strictObject({ success: z.literal(true), message: z.string() })
  .meta({ id: 'MessageAnswer' });
export type MessageAnswer = z.infer<typeof messageAnswerSchema>;
