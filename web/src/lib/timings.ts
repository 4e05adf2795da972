/** How long messages are shown; see HOME-10. */
export const BANNER_MS = 3_000;
/** Of a changed password on the profile page. */
export const PASSWORD_BANNER_MS = 5_000;
