// Copies of the whole installation, and their restoration.
export { BackupsGroup } from './backups-group.tsx';
