// Where something is said, planned or looked at.
export { Where } from './where.tsx';
export { OnePlace } from './one-place.tsx';
export { isEmpty } from './selection.ts';
export { useFirstPlace, useFirstRoom, useWhere } from './recent-places.ts';
export { shortName, useWhereQuery } from './where-api.ts';
