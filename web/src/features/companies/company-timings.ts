/** Durations of the Company Tree page; see TREE-22 to TREE-24. */
export const TREE_SCROLL_MS = 600;
export const ROW_SCROLL_MS = 800;
export const HIGHLIGHT_MS = 3_000;
export const ADD_ERROR_MS = 30_000;
