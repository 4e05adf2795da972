export { GroupManager } from './group-manager.tsx';
