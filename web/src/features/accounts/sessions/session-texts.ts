import type { Session } from '@belfry/schemas/http/accounts/sessions';

type Texts = { on: (browser: string, system: string) => string; unknown: string };

/** `Firefox on Windows`, without unknown parts. */
export function deviceOf({ browser, system }: Pick<Session, 'browser' | 'system'>, { on, unknown }: Texts): string {
  if (browser && system) return on(browser, system);
  return browser ?? system ?? unknown;
}

/** `Moscow, Russia · 203.0.113.7`, without unknown parts. */
export function placeOf({ city, country, ip }: Pick<Session, 'city' | 'country' | 'ip'>, unknown: string): string {
  const place = [city, country].filter(Boolean).join(', ');
  return [place, ip].filter(Boolean).join(' · ') || unknown;
}
