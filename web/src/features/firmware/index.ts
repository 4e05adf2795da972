// Archives and their rollout.
export { ClientVersions } from './components/client-versions.tsx';
