// What holds at a node: language, voice, zone, targets.
export { findEffectiveSettings } from './effective-settings.repository.ts';
export { findPlaces, type Place, type PlaceScope } from './places.repository.ts';
export { resolveTargets } from './targets.repository.ts';
