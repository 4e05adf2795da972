export { TwoFactorCard } from './components/two-factor-card.tsx';
export { TwoFactorToggle } from './components/two-factor-toggle.tsx';
