import { SESSION_KEYS } from './storage.ts';
import { useWindowEvent } from '@mantine/hooks';

const DRAFTS = [SESSION_KEYS.sayDraft, SESSION_KEYS.smsDraft, SESSION_KEYS.smsNumbersDraft];

/**
 * Typed input would be lost: a form asks before the page is closed (`useLeaveWarning`), or a draft is stored; see
 * SHELL-18. The listeners of `beforeunload` are asked, because each form already answers there.
 */
export const hasUnsavedInput = (): boolean =>
  DRAFTS.some((name) => sessionStorage.getItem(name) !== null) ||
  !globalThis.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Has the browser ask before the page is closed or reloaded while `active`; see SHELL-18. */
export const useLeaveWarning = (active: boolean): void =>
  useWindowEvent('beforeunload', (event) => {
    if (active) event.preventDefault();
  });

/**
 * Whether an element that gets the focus submits a form. A field that loses it to the submit button is not validated
 * on blur: an error line would move the button before the press is released.
 */
export const isSubmitButton = (target: EventTarget | null): boolean =>
  target instanceof HTMLButtonElement && target.type === 'submit';
