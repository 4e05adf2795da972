export { startFleetPublisher } from './fleet.publisher.ts';
export { FLEET_CHANNEL, notifyFleetChanged } from './fleet.sql.ts';
