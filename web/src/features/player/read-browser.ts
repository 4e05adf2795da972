import type { Browser } from './messages.ts';

/** The order matters: most browsers name others as well. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg/, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof BROWSERS, text: string, other: string): string =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? other;

/** As which the console shows it: "Chrome, Windows". */
export const readBrowser = ({ userAgent, language } = navigator): Browser => ({
  name: nameIn(BROWSERS, userAgent, 'Browser'),
  system: nameIn(SYSTEMS, userAgent, 'computer'),
  language,
});
