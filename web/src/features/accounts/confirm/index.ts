export { ConfirmPhoneDialog } from './lazy-confirm-phone-dialog.ts';
export { loadConfirmEmailPage, loadConfirmPhonePage, loadConfirmRecipientPage } from './screens.ts';
