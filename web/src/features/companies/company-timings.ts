/** What happens when on the Company Tree page (specification 002 §4, §9). */
export const TREE_SCROLL_MS = 600;
export const ROW_SCROLL_MS = 800;
export const HIGHLIGHT_MS = 3_000;
export const ADD_ERROR_MS = 30_000;
