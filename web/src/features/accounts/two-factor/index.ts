export { TwoFactorCard, TwoFactorToggle } from './two-factor-card.tsx';
