import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from './config.ts';

const parse = (env: Record<string, string>) =>
  parseConfig({ DATABASE_URL: 'postgres://localhost/belfry', SERVICE_SECRET: 'sixteen-letters!', ...env });
const pem = (type: 'rsa' | 'ed25519'): string => {
  const { privateKey } =
    type === 'rsa' ? generateKeyPairSync('rsa', { modulusLength: 2_048 }) : generateKeyPairSync(type);
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
};
const account = { client_email: 'belfry@project.iam.gserviceaccount.com', private_key: pem('rsa') };

const folder = mkdtempSync(join(tmpdir(), 'belfry-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the settings of speech', () => {
  it('default to the included speech engine', () => {
    const { GOOGLE_TTS_CREDENTIALS, SPEECH_ENGINE } = parse({ GOOGLE_TTS_CREDENTIALS: '', SPEECH_ENGINE: '' });
    expect(GOOGLE_TTS_CREDENTIALS).toBeUndefined();
    expect(existsSync(SPEECH_ENGINE)).toBe(true);
  });

  it('accept a service account, or the path of its file', () => {
    const json = JSON.stringify({ type: 'service_account', project_id: 'project', ...account });
    const path = join(folder, 'account.json');
    writeFileSync(path, json);
    expect(parse({ GOOGLE_TTS_CREDENTIALS: json }).GOOGLE_TTS_CREDENTIALS).toEqual(account);
    expect(parse({ GOOGLE_TTS_CREDENTIALS: path }).GOOGLE_TTS_CREDENTIALS).toEqual(account);
  });

  it.each([
    ['a missing file', join(folder, 'nothing.json')],
    ['invalid JSON', '{"client_email"'],
    ['no key', JSON.stringify({ client_email: account.client_email })],
    ['an invalid key', JSON.stringify({ ...account, private_key: 'open-sesame' })],
    ['a key of another kind', JSON.stringify({ ...account, private_key: pem('ed25519') })],
  ])('are refused with the name of the variable and without its value: %s', (_what, GOOGLE_TTS_CREDENTIALS) => {
    expect(() => parse({ GOOGLE_TTS_CREDENTIALS })).toThrow(
      /^GOOGLE_TTS_CREDENTIALS: Expected the JSON of a Google service account, or the path of a file that holds it$/,
    );
  });

  it('refuse a URL of another protocol', () => {
    expect(() => parse({ GOOGLE_TTS_URL: 'ftp://speech.test' })).toThrow(/^GOOGLE_TTS_URL: /);
  });
});
