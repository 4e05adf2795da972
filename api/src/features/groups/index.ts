export { groupChanged, readGroup } from './group-access.ts';
export { deleteEmptyGroups, findNodesIn, insertElements, insertGroup } from './groups.repository.ts';
export { groupsRoutes } from './groups.routes.ts';
export { addElements } from './groups.service.ts';
