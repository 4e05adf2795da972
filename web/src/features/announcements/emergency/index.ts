export { EmergencyBanner, EmergencyButton } from './emergency.tsx';
