/** Navigation state of the sign-in page: the target after it, a message of another screen, and the address that it fills in. */
export type LoginState = { from?: string | undefined; message?: string | undefined; email?: string | undefined };

/** The target must be a path of the console other than the sign-in page. */
const INSIDE = /^\/(?!\/|login)/;

/** Parsed without zod, which the sign-in page does not load. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message, email }: { from?: unknown; message?: unknown; email?: unknown } = state;
  return {
    from: typeof from === 'string' && INSIDE.test(from) ? from : undefined,
    message: typeof message === 'string' ? message : undefined,
    email: typeof email === 'string' ? email : undefined,
  };
}
