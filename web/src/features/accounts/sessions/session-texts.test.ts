import { expect, it } from 'vitest';
import { deviceOf, placeOf } from './sessions-card.tsx';

const TEXTS = { on: (browser: string, system: string) => `${browser} on ${system}`, unknown: 'Unknown' };

it.each([
  ['Firefox', 'Windows', 'Firefox on Windows'],
  ['Firefox', null, 'Firefox'],
  [null, 'Android', 'Android'],
  [null, null, 'Unknown'],
])('%s and %s is %s', (browser, system, text) => expect(deviceOf({ browser, system }, TEXTS)).toBe(text));

it.each([
  ['Moscow', 'Russia', '203.0.113.7', 'Moscow, Russia · 203.0.113.7'],
  [null, 'Russia', null, 'Russia'],
  [null, null, '203.0.113.7', '203.0.113.7'],
  [null, null, null, 'Unknown'],
])('%s, %s, %s is %s', (city, country, ip, text) => expect(placeOf({ city, country, ip }, 'Unknown')).toBe(text));
