export { FleetOverview } from './components/fleet-overview.tsx';
