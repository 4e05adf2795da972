import { z } from 'zod';

const text = z.string().min(1).optional().catch(undefined);
const confirmStateSchema = z.object({
  email: text,
  phone: text,
  /** The account that the registration has created: another one with the same address is not confirmed. */
  userId: z.int().optional().catch(undefined),
  /** Whether the way back leads to the sign-in page, and not to the registration. */
  fromLogin: z.boolean().catch(false),
});

/** Navigation state of the two confirmation screens; see REG-21. */
export type ConfirmState = z.infer<typeof confirmStateSchema>;

export const readConfirmState = (state: unknown): ConfirmState =>
  confirmStateSchema.safeParse(state).data ?? { fromLogin: false };
