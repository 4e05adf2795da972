import { useState } from 'react';
import { readBrowserSettings, writeBrowserSettings, type BrowserSettings } from './browser-settings.ts';

/** What this browser remembers of the settings: `[settings, change]`. Asks nobody. */
export function useBrowserSettings(): [BrowserSettings, (change: Partial<BrowserSettings>) => void] {
  const [settings, setSettings] = useState(readBrowserSettings);
  const change = (change: Partial<BrowserSettings>): void => {
    // Another tab of the browser may have changed the others meanwhile.
    const next = { ...readBrowserSettings(), ...change };
    writeBrowserSettings(next);
    setSettings(next);
  };
  return [settings, change];
}
