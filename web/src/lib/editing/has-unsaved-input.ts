import { SESSION_KEYS } from '../storage/storage-keys.ts';

const DRAFTS = [SESSION_KEYS.sayDraft, SESSION_KEYS.smsDraft, SESSION_KEYS.smsNumbersDraft];

/**
 * Whether something that was typed would be lost: a form asks before the page is closed (`useLeaveWarning`), or a draft is stored; see
 * SHELL-18. The listeners of `beforeunload` are asked, because each form already answers there.
 */
export const hasUnsavedInput = (): boolean =>
  DRAFTS.some((name) => sessionStorage.getItem(name) !== null) ||
  !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));
