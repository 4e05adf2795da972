import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { useState } from 'react';

export const SESSION_TIMEOUTS = ['30m', '1h', '4h', '8h'] as const;
export const LOG_LEVELS = ['error', 'warning', 'info', 'debug'] as const;

/**
 * Choices without an effect yet; see SHELL-6. The browser stores them,
 * and the page states that. Each invalid value falls back alone.
 */
const browserSettingsSchema = z.object({
  system_notifications: z.boolean().catch(true),
  auto_save: z.boolean().catch(true),
  session_timeout: z.enum(SESSION_TIMEOUTS).catch('1h'),
  log_level: z.enum(LOG_LEVELS).catch('info'),
});
type BrowserSettings = z.infer<typeof browserSettingsSchema>;

export const readBrowserSettings = (): BrowserSettings =>
  readLocal(LOCAL_KEYS.settings, browserSettingsSchema) ?? browserSettingsSchema.parse({});
export const writeBrowserSettings = (settings: BrowserSettings): void => writeLocal(LOCAL_KEYS.settings, settings);

/** The settings that this browser stores: `[settings, change]`. Sends no request. */
export function useBrowserSettings(): [BrowserSettings, (change: Partial<BrowserSettings>) => void] {
  const [settings, setSettings] = useState(readBrowserSettings);
  const change = (change: Partial<BrowserSettings>): void => {
    // Another tab may have changed other settings since.
    const next = { ...readBrowserSettings(), ...change };
    writeBrowserSettings(next);
    setSettings(next);
  };
  return [settings, change];
}
