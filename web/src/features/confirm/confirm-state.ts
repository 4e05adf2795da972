import { z } from 'zod';

const text = z.string().min(1).optional().catch(undefined);
const confirmStateSchema = z.object({ email: text, phone: text, fromLogin: z.boolean().catch(false) });

/** Navigation state of the two confirmation screens: whose code it is, and whether sign-in sent them (specification 000 §2). */
export type ConfirmState = z.infer<typeof confirmStateSchema>;

export const readConfirmState = (state: unknown): ConfirmState =>
  confirmStateSchema.safeParse(state).data ?? { fromLogin: false };
