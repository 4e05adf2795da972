import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const CONFIG_FILE = '/etc/belfry-device/config';
const DATA = '/var/lib/belfry-device';
const NAMES = ['API', 'SERIAL', 'DEVICE_PASS', 'OPTIONS'] as const;
type Settings = Record<(typeof NAMES)[number], string>;

/** The settings of the service; empty where the file does not have them, or may not be read. */
export function readConfigFile(file = CONFIG_FILE): Settings {
  const settings: Settings = { API: '', SERIAL: '', DEVICE_PASS: '', OPTIONS: '--output alsa' };
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The service gets them as its environment.
    for (const name of NAMES) settings[name] = process.env[name] ?? settings[name];
  }
  for (const name of NAMES)
    settings[name] = new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? settings[name];
  return settings;
}

/** Changes the lines of the settings, and keeps all others. For root only: it has the pass. */
export function writeConfigFile(settings: Settings, file = CONFIG_FILE): void {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    mkdirSync(dirname(file), { recursive: true });
  }
  for (const name of NAMES) {
    const line = `${name}=${settings[name].replaceAll(/[\r\n]/g, '')}`;
    const place = new RegExp(`^${name}=.*$`, 'm');
    text = place.test(text)
      ? text.replace(place, () => line)
      : `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
  }
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** The options of the device; its pass stays out of them, since everybody sees the command line of a process. */
export const configArguments = ({ API, SERIAL, OPTIONS }: Settings): string[] => [
  ...(API === '' ? [] : ['--api', API]),
  ...(SERIAL === '' ? [] : ['--serial', SERIAL]),
  '--data',
  DATA,
  ...OPTIONS.split(/\s+/).filter(Boolean),
];
