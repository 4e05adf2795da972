export { SetupAtSignIn } from './setup-at-sign-in.tsx';
export { TwoFactorCard, TwoFactorToggle } from './two-factor-card.tsx';
export { RecoveryCodes, TwoFactorDialog } from './two-factor-steps.tsx';
