import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** @returns a Chromium that starts: CHROMIUM_PATH, the system's, or the one Playwright has downloaded before. */
export function findChromium(): string | undefined {
  const given = process.env['CHROMIUM_PATH'];
  const candidates = [given, ...NAMES.map((name) => `/usr/bin/${name}`), chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path) && succeeds(path, ['--version'], true));
}

/**
 * Finds a Chromium or installs one: Debian's package when root, otherwise Playwright's download.
 * @throws with what to do when neither works.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  console.log('no Chromium on this machine, installing one');
  const asRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const installed =
    (asRoot && succeeds('apt-get', ['update']) && succeeds('apt-get', ['install', '-y', 'chromium'])) ||
    succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']);
  const path = installed ? findChromium() : undefined;
  if (path) return path;
  throw new Error('no Chromium: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to one');
}

function succeeds(command: string, args: readonly string[], quiet = false): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { env, stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'] }).status === 0;
}
