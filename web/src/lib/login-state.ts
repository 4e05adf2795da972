/** Navigation state of the sign-in page: where it leads, and what another screen wants said. */
export type LoginState = { from?: string | undefined; message?: string | undefined };

/** Addresses stay inside, and do not lead back here. */
const INSIDE = /^\/(?!\/|login)/;

/** Without zod, which the sign-in page does not load. */
export function readLoginState(state: unknown): LoginState {
  if (typeof state !== 'object' || state === null) return {};
  const { from, message }: { from?: unknown; message?: unknown } = state;
  return {
    from: typeof from === 'string' && INSIDE.test(from) ? from : undefined,
    message: typeof message === 'string' ? message : undefined,
  };
}
