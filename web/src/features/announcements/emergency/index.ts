export { EmergencyBanner } from './components/emergency-banner.tsx';
export { EmergencyButton } from './emergency-button.tsx';
