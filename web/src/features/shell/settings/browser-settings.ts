import { z } from 'zod';
import { readLocal, writeLocal, LOCAL_KEYS } from '../../../lib/storage.ts';
import { useState } from 'react';

export const BACKUP_FREQUENCIES = ['daily', 'weekly', 'monthly'] as const;

/**
 * Choices without an effect yet; see SHELL-6. The browser stores them,
 * and the page states that. Each invalid value falls back alone.
 */
const browserSettingsSchema = z.object({
  backup_enabled: z.boolean().catch(true),
  backup_frequency: z.enum(BACKUP_FREQUENCIES).catch('daily'),
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
