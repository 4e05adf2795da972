/** Limits and times of the account area, each with its unit in the name. */

export const NAME_MIN = 2;
export const NAME_MAX = 100;

export const CODE_LENGTH = 4;
export const CODE_PATTERN = /^\d{4}$/;
/** Life of a code, and the wrong tries that it survives; see REG-17. */
export const CODE_TTL_MS = 600_000;
export const CODE_TRIES = 5;
/** A code may be sent again after this: the countdown on screen, and the server's own limit. */
export const CODE_RESEND_AFTER_S = 100;

/** Life of the one-time link of a forgotten password; see SESSION-10. */
export const RESET_LINK_TTL_MS = 1_800_000;

/** The one-time link by which somebody signs in whose account is being guessed at, and the sign-ins it is good for. */
export const UNLOCK_LINK_TTL_MS = 7_200_000;
export const UNLOCK_LINK_TRIES = 10;

/** The second step of a sign-in waits so long for its code. */
export const TWO_FACTOR_CHALLENGE_TTL_MS = 300_000;
export const TWO_FACTOR_CODE_LENGTH = 6;
export const RECOVERY_CODES = 10;

export const DEFAULT_DIAL_CODE = '+1';
export const DEFAULT_LANGUAGE = 'en';
/** Moscow; for a profile that has none, or none that is a number. */
export const DEFAULT_UTC_OFFSET_MINUTES = 180;
export const DEFAULT_TIME_ZONE = 'Europe/Moscow';
