// A kind of things of which there are some at each place: their list, the drawer of one, and the form of another one.
export { DialogForm, useFields } from './dialog-form.tsx';
export { Panel, type PanelHead } from './panel.tsx';
export { PanelDrawer } from './panel-drawer.tsx';
