export { startFleetPublisher } from './fleet.publisher.ts';
export { countFleet, FLEET_CHANNEL, notifyFleetChanged } from './fleet.sql.ts';
