export { ClientVersions } from './components/client-versions.tsx';
