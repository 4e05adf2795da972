import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

/** Loaded when opened, with the library for phone numbers. */
export const ConfirmPhoneDialog = lazyDialog(
  async () => (await import('./components/confirm-phone-dialog.tsx')).ConfirmPhoneDialog,
);
