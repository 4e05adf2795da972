export { FleetOverview } from './fleet-overview.tsx';
