// Named sets of device nodes.
export { GroupManager } from './group-manager.tsx';
export { GroupSelect } from './group-select.tsx';
export { OwnersGroup } from './owners-group.tsx';
