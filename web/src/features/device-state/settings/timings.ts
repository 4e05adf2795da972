/** Durations of the settings dialog, in milliseconds. */

/** How long a success and an error of the dialog show; see SET-5. */
export const SUCCESS_MS = 5_000;
export const ERROR_MS = 8_000;

/** How long player toasts show; see SET-10. */
export const PLAYER_TOAST_MS = 3_000;
/** For how long a repeated toast is suppressed; see SET-10. */
export const TOAST_REPEAT_MS = 5_000;
export const TOAST_PRUNE_INTERVAL_MS = 30_000;
export const TOAST_FORGET_MS = 10_000;

/** How long a button waits for the player to confirm; see SET-7. */
export const PENDING_TIMEOUT_MS = 5_000;
/** For how long the status does not change a volume that was set by hand; see SET-8. */
export const VOLUME_LOCK_MS = 3_000;

/** When the status of the players is requested; see SET-9. */
export const FIRST_REFRESH_MS = 1_000;
export const REFRESH_AFTER_COMMAND_MS = 1_000;
export const REFRESH_AFTER_STOP_ALL_MS = 1_500;
export const PLAYER_INTERVAL_MS = 800;
export const STATUS_TIMEOUT_MS = 10_000;
