/** How long messages are shown; see HOME-10. */
export const BANNER_MS = 3_000;
/** How long the message about a changed password on the profile page is shown. */
export const PASSWORD_BANNER_MS = 5_000;
