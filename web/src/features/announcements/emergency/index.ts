export { EmergencyBanner, EmergencyButton, useIsEmergency, useOffersEmergency } from './emergency.tsx';
export { Emergencies, useOpenEmergencies } from './emergencies.tsx';
