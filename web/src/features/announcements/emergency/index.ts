export { EmergencyBanner, EmergencyButton, useOffersEmergency } from './emergency.tsx';
export { Emergencies, useOpenEmergencies } from './emergencies.tsx';
