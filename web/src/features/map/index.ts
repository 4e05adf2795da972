export type { BranchDevice } from './company-map.tsx';
export { coordinatesText, parseCoordinates } from './coordinates.ts';
export { CoordinatesField } from './coordinates-field.tsx';
export { CompanyMap, FloorPlanDialog } from './lazy-map.ts';
