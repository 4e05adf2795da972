import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configArguments, readConfigFile, writeConfigFile } from './config-file.ts';

it('changes the settings of the package, keeps all else, and nobody but root reads the pass', () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'etc/config');
  writeConfigFile({ API: 'http://one:8080', SERIAL: '', DEVICE_PASS: '', OPTIONS: '--output alsa' }, file);
  writeFileSync(file, `# mine\nNODE_EXTRA_CA_CERTS=/ca.pem\n${readFileSync(file, 'utf8')}`);
  const settings = { ...readConfigFile(file), API: 'https://two', DEVICE_PASS: 'a$&b\nAPI=evil', OPTIONS: '' };
  writeConfigFile(settings, file);
  expect(readFileSync(file, 'utf8')).toBe(
    '# mine\nNODE_EXTRA_CA_CERTS=/ca.pem\nAPI=https://two\nSERIAL=\nDEVICE_PASS=a$&bAPI=evil\nOPTIONS=\n',
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const again = readConfigFile(file);
  expect(configArguments({ ...again, SERIAL: '1234-5678-9012-3456' })).toEqual([
    '--api',
    'https://two',
    '--serial',
    '1234-5678-9012-3456',
    '--data',
    '/var/lib/belfry-device',
  ]);
  expect(configArguments(again).join(' ')).not.toContain('evil');
});
