import { z } from 'zod';

/** Navigation state of the sign-in page: where it leads, and what another screen wants said. Addresses stay inside. */
const loginStateSchema = z.object({
  from: z
    .string()
    .regex(/^\/(?!\/|login)/)
    .optional()
    .catch(undefined),
  message: z.string().optional().catch(undefined),
});
export type LoginState = z.infer<typeof loginStateSchema>;

export const readLoginState = (state: unknown): LoginState => loginStateSchema.safeParse(state).data ?? {};
