export { GroupSelect } from './components/group-select.tsx';
export { GroupManager } from './group-manager.tsx';
