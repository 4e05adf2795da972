// Where something is said, planned or looked at.
export { Where } from './where.tsx';
export { isEmpty } from './selection.ts';
export { useWhere } from './recent-places.ts';
export { useWhereQuery } from './where-api.ts';
