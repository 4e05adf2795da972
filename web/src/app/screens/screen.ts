import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Localized } from '../../lib/i18n.ts';

/** Who may open a screen. The roles themselves need zod, which is not part of the first load. */
export type Access = 'everyone' | 'administrators';

/** The groups of the navigation, in this order; screens without one come before them. */
export const SCREEN_GROUPS = {
  fleet: { en: 'Fleet', ru: 'Парк' },
  places: { en: 'Places', ru: 'Места' },
  sound: { en: 'Sound', ru: 'Звук' },
  people: { en: 'People', ru: 'Люди' },
  system: { en: 'System', ru: 'Система' },
} as const satisfies Record<string, Localized>;
export type ScreenGroup = keyof typeof SCREEN_GROUPS;

/** A screen inside the shell. The route, its access check, the navigation bar and the title of the tab are made from it. */
export type Screen = {
  path: string;
  /** The text of the link and of the browser's tab. */
  label: Localized;
  /** Who may open it (`can-open.ts`); everybody else sees "Access denied" and no link. */
  access: Access;
  /** The icon of the link in the navigation bar; screens without an icon have no link there. */
  icon?: Icon;
  /** The heading below which the link is; see SHELL-3. */
  group?: ScreenGroup;
  /** Loads the code of the screen, when it is first opened. */
  load: () => Promise<ComponentType<object>>;
};
