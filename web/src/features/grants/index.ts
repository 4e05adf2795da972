// What people have granted: keys, links and plans that go on, and what has stopped of them.
export { OwnGrantsCard } from './own-grants.tsx';
export { StoppedGrantsCard } from './stopped-grants.tsx';
