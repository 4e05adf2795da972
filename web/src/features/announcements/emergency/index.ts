export { EmergencyBanner, EmergencyButton, useOffersEmergency } from './emergency.tsx';
export { EmergencyScreen } from './emergency-screen.tsx';
