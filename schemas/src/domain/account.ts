export const NAME_MIN = 2;
export const NAME_MAX = 100;

export const CODE_LENGTH = 4;
export const CODE_PATTERN = /^\d{4}$/;
/** How long a code is valid, and how many failed attempts it allows; see REG-17. */
export const CODE_TTL_MS = 600_000;
export const CODE_TRIES = 5;
/** A code can be sent again after this time; used by the countdown in the console and enforced by the server. */
export const CODE_RESEND_AFTER_S = 100;

/** How long the one-time link for a forgotten password is valid; see SESSION-10. */
export const RESET_LINK_TTL_MS = 1_800_000;

export const UNLOCK_LINK_TTL_MS = 7_200_000;
export const UNLOCK_LINK_TRIES = 10;

export const TWO_FACTOR_CHALLENGE_TTL_MS = 300_000;
export const TWO_FACTOR_CODE_LENGTH = 6;
export const RECOVERY_CODES = 10;

export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX = 60;
export const PASSKEY_CHALLENGE_TTL_MS = 300_000;

/** How long somebody has to set up the second factor that an organisation requires. */
export const SETUP_KEY_TTL_MS = 900_000;

export const DEFAULT_DIAL_CODE = '+1';
export const DEFAULT_LANGUAGE = 'en';
/** Moscow; for a profile without a valid offset. */
export const DEFAULT_UTC_OFFSET_MINUTES = 180;
export const DEFAULT_TIME_ZONE = 'Europe/Moscow';
