/** The secret of a signed call, which is shown once, with the path of its address. */
export type ShownHook = { name: string; secret: string; hook_path: string };

/** null for an answer without a secret. */
export const shownHookOf = (made: {
  name: string;
  secret: string | null;
  hook_path: string | null;
}): ShownHook | null =>
  made.secret === null || made.hook_path === null
    ? null
    : { name: made.name, secret: made.secret, hook_path: made.hook_path };
