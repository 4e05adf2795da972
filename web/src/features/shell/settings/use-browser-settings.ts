import { useState } from 'react';
import { readBrowserSettings, writeBrowserSettings, type BrowserSettings } from './browser-settings.ts';

/** The settings that this browser stores: `[settings, change]`. Sends no request. */
export function useBrowserSettings(): [BrowserSettings, (change: Partial<BrowserSettings>) => void] {
  const [settings, setSettings] = useState(readBrowserSettings);
  const change = (change: Partial<BrowserSettings>): void => {
    // Another tab may have changed other settings meanwhile.
    const next = { ...readBrowserSettings(), ...change };
    writeBrowserSettings(next);
    setSettings(next);
  };
  return [settings, change];
}
