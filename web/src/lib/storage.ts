import type { Reader } from '@belfry/schemas/json/reader';

/** Names in session storage; see SHELL-12. */
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
  lastSelectedCompany: 'lastSelectedCompany',
  /** Which nodes were opened or closed, per root of a tree; see TREE-33. */
  openNodes: 'companyTree:openNodes',
  /** The node to which the tree scrolls after a reload; see TREE-34. */
  scrollToNode: 'companyTree:scrollToNode',
  /** Texts that are not said or sent yet; see SHELL-18. */
  sayDraft: 'say_draft',
  smsDraft: 'sms_draft',
  smsNumbersDraft: 'sms_numbers_draft',
} as const;

/** In session storage: since when this tab waits for the session of another tab. */
export const AWAITED_KEY = 'session_awaited';

/** In session storage: the last sent registration without its password. */
export const REGISTRATION_DRAFT_KEY = 'registration_draft';

/** In session storage: when the last code was sent to each address that is to be confirmed. */
export const CODES_SENT_KEY = 'codes_sent';

/** Names of lookup lists in session storage; see LOOKUP-2. */
export const LOOKUP_KEYS = {
  languages: 'cached_languages',
  countries: 'cached_countries',
  phoneCodes: 'cached_phone_codes',
  timeZones: 'cached_UTCzones',
  continents: 'cached_continents',
  voiceLanguages: 'cached_voice_languages',
  lang: 'cached_lang',
} as const;

/** Voices in session storage: one list per language, `cached_voices_ru`. */
export const VOICE_CACHE_PREFIX = 'cached_voices_';

/** Names in local storage; see SHELL-13. */
export const LOCAL_KEYS = {
  savedLoginData: 'savedLoginData',
  hasVisitedHome: 'hasVisitedHome',
  deviceFilters: 'deviceFilters',
  /** The filters of the user's own devices; see DEV-33. */
  ownDeviceFilters: 'deviceSettings.filters',
  deviceViews: 'deviceViews',
  pageSizes: 'pageSizes',
  colourScheme: 'theme',
  language: 'language',
  clockMode: 'clockMode',
  /** 12 or 24 hours. */
  clock: 'clock',
  /** Whether the navigation shows all pages. */
  allPages: 'allPages',
  companyPanels: 'companyPanels',
  selectedGroup: 'lastSelectedGroup',
  /** The owner whose objects lists show; see TEAM-6. */
  organisation: 'organisation',
  voiceLanguageFilter: 'voiceLanguageFilter',
  voiceLanguage: 'lastVoiceLanguage',
  deviceDefaults: 'deviceDefaults',
  /** Where somebody has spoken last, per user. */
  recentPlaces: 'recentPlaces',
  /** How far the set-up is, per user. */
  setUp: 'setUp',
  /** What somebody has said last, per user. */
  recentTexts: 'recentTexts',
} as const;

/** Drafts of forms in local storage: `draft:7:schedule:12` is that of user 7. */
export const draftPrefix = (userId: number): string => `draft:${userId}:`;

/** The browser lets this page store a session; some give null instead of the storage, others throw. */
export function mayStore(): boolean {
  try {
    const storage: Storage | null = sessionStorage;
    return storage !== null;
  } catch {
    return false;
  }
}

/**
 * The value that local storage has under this name, or undefined where it is absent, unreadable or not of this shape.
 * `useLocalStorage` of Mantine checks no shape, writes the default when a component is mounted, and follows other tabs.
 */
export function readLocal<T>(name: string, schema: Reader<T>): T | undefined {
  try {
    const text = localStorage.getItem(name);
    if (text === null) return undefined;
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? (parsed.data as T) : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a JSON value; where storage is full or blocked, nothing is stored. */
export function writeLocal(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The console works without stored values.
  }
}

export function removeLocal(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Nothing is stored where the storage is blocked.
  }
}

export function namesInLocal(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

export function removeDraftsOf(userId: number): void {
  for (const name of namesInLocal(draftPrefix(userId))) removeLocal(name);
}
