import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';

/** Loaded when it is opened, together with the phone number library. */
export const ConfirmPhoneDialog = lazyDialog(
  async () => (await import('./confirm-phone-dialog.tsx')).ConfirmPhoneDialog,
);
