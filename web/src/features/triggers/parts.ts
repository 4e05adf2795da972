/** The secret of a signed call, which is shown once, with the path of its address. */
export type ShownHook = { name: string; secret: string; hook_path: string };

/** null for an answer without a secret. */
export const shownHookOf = (hook: {
  name: string;
  secret: string | null;
  hook_path: string | null;
}): ShownHook | null =>
  hook.secret === null || hook.hook_path === null
    ? null
    : { name: hook.name, secret: hook.secret, hook_path: hook.hook_path };
