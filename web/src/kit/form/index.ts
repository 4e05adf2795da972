// Forms of at most five fields, and lines that become one where they stand.
export { EditableLine, SaveButtons } from './editable-line.tsx';
export { FormDrawer } from './form-drawer.tsx';
export { More } from './more.tsx';
