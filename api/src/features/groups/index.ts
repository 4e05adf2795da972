// Named sets of device nodes.
export { deleteEmptyGroups, findNodesIn, insertElements, insertGroup } from './groups.repository.ts';
export { groupsRoutes } from './groups.routes.ts';
export { requireChangeableGroup } from './group-access.ts';
export { addElements, groupChanged } from './groups.service.ts';
