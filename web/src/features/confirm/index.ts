export { ConfirmPhoneDialog } from './lazy-confirm-phone-dialog.ts';
export { loadConfirmEmailPage, loadConfirmPhonePage } from './screens.ts';
