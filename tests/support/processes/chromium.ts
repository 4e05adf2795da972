import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** In order of preference: the headless shell is the same engine and needs about 60 % of the processor time. */
const EXECUTABLE_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** @returns the first Chromium that starts of: CHROMIUM_PATH, the system's, the one that Playwright has downloaded. */
export function findChromium(): string | undefined {
  const configured = process.env['CHROMIUM_PATH'];
  const candidates = [configured, ...EXECUTABLE_NAMES.map((name) => `/usr/bin/${name}`), chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path) && succeeds(path, ['--version'], true));
}

/**
 * Finds a Chromium or installs one: Debian's package when run as root, otherwise Playwright's download.
 * @throws with instructions when neither works.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('no Chromium on this machine, installing one');
  const asRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const installPackage = (name: string): boolean =>
    succeeds('apt-get', ['install', '-y', '--no-install-recommends', name]);
  const installed =
    (asRoot &&
      succeeds('apt-get', ['update']) &&
      (installPackage('chromium-headless-shell') || installPackage('chromium'))) ||
    succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  const path = installed ? findChromium() : undefined;
  if (path) return path;
  throw new Error('no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one');
}

function succeeds(command: string, args: readonly string[], quiet = false): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'] }).status === 0;
}
