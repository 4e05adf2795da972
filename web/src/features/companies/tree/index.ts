export { TreePanel } from './tree-panel.tsx';
