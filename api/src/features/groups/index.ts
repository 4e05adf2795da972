// Named sets of device nodes.
export { deleteEmptyGroups, findNodesIn, insertElements, insertGroup } from './groups.repository.ts';
export { groupsRoutes } from './groups.routes.ts';
export { addElements, groupChanged, readGroup } from './groups.service.ts';
