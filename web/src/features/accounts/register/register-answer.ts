import type { Reader } from '@belfry/schemas/json/reader';
import { z } from 'zod';

/** `userId`: the id of the created account, where the answer has it. */
type Registered = { userId: number | undefined };

const userIdSchema = z.int().positive();
const confirmationSchema = z
  .object({ message: z.unknown(), success: z.unknown(), user_id: z.unknown() })
  .partial()
  .refine(({ message, success, user_id }) => message !== undefined || success !== undefined || user_id !== undefined);

/** Reads an answer that confirms that the account was created, with or without its id; null for any other; see REG-5. */
export const registeredSchema: Reader<Registered | null> = z
  .union([z.string().transform(() => ({ user_id: undefined })), confirmationSchema])
  .transform(({ user_id }) => ({ userId: userIdSchema.safeParse(user_id).data }))
  .nullable()
  .catch(null);
