export { ConfirmEmailPage, ConfirmPhonePage } from './confirm-pages.tsx';
export { ConfirmPhoneDialog } from './confirm-phone-dialog.tsx';
export { ConfirmRecipientPage } from './confirm-recipient-page.tsx';
