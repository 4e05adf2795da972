export type { BranchDevice } from './map-state.ts';
export { coordinatesText, parseCoordinates } from './coordinates.ts';
export { CoordinatesField } from './coordinates-field.tsx';
export { CompanyMap, FloorPlanDialog } from './lazy-map.ts';
