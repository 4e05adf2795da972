export { startFleetPublisher } from './fleet.publisher.ts';
