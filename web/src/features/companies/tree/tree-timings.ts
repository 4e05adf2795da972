/** See TREE-32. */
export const DELETE_QUESTION_MS = 5_000;
export const RELOAD_MS = 200;
export const SCROLL_RESTORE_MS = 400;
/** How long the row to which the tree has scrolled stays highlighted. */
export const HIGHLIGHT_MS = 3_000;
/** How long a dragged row rests on a closed one until that opens. */
export const OPEN_ON_DRAG_MS = 800;
export const COPIED_MS = 1_500;
/** The pause in typing after which a new search begins. */
export const TYPE_AHEAD_MS = 700;
