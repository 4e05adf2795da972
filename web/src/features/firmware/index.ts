// Archives and their rollout.
export { ClientVersions } from './client-versions.tsx';
