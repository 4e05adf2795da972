/** Names in session storage, to the letter (specification 000 §3). */
export const SESSION_KEYS = {
  authorization: 'Authorization',
  userKey: 'user_key',
  adminUserKey: 'admin_user_key',
  userId: 'user_id',
  userRole: 'user_role',
  userEmail: 'user_email',
  userUtcOffset: 'user_utc_offset',
  adminMode: 'admin_mode',
  adminUserId: 'admin_user_id',
} as const;

/** Names of lookup lists in session storage: the specification's, then the one list that it gives no name. */
export const LOOKUP_KEYS = {
  languages: 'cached_languages',
  countries: 'cached_countries',
  phoneCodes: 'cached_phone_codes',
  timeZones: 'cached_UTCzones',
  accountLanguages: 'cached_account_languages',
  /** The language of the names in all of them. */
  lang: 'cached_lang',
} as const;

/** Names in local storage: the first are the specification's, the rest are ours. */
export const LOCAL_KEYS = {
  savedLoginData: 'savedLoginData',
  hasVisitedHome: 'hasVisitedHome',
  deviceFilters: 'deviceFilters',
  colourScheme: 'theme',
  language: 'language',
  clockMode: 'clockMode',
} as const;
