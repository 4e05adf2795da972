/** Navigation state of the sign-in page: the target after it, and a message of another screen. */
export type LoginState = { from?: string | undefined; message?: string | undefined };

/** The target must be a path of the console other than the sign-in page. */
const INSIDE = /^\/(?!\/|login)/;

/** Parsed without zod, which the sign-in page does not load. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message }: { from?: unknown; message?: unknown } = state;
  return {
    from: typeof from === 'string' && INSIDE.test(from) ? from : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
