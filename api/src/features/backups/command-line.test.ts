import { describe, expect, it } from 'vitest';
import { readCommand, readEnvironment } from './command-line.ts';

describe('the command line', () => {
  it('says what is to be done', () => {
    expect(readCommand(['backup', '--to', '/mnt'])).toEqual({ kind: 'backup', to: '/mnt' });
    expect(readCommand(['backup', '--verify', 'a.bkp'])).toEqual({ kind: 'verify', file: 'a.bkp' });
    expect(readCommand(['restore', '--from', 'a.bkp', '--to-empty'])).toEqual({ kind: 'restore', from: 'a.bkp' });
  });

  it.each([
    [],
    ['backup'],
    ['restore', '--from', 'a.bkp'],
    ['restore', '--to-empty'],
    ['backup', '--to', '/mnt', '--verify', 'a.bkp'],
    ['backup', '--to', '/mnt', '--to-empty'],
    ['backup', '--nowhere'],
    ['forget', '--to', '/mnt'],
  ])('is explained where it is wrong: %s %s %s', (...args) => {
    expect(() => readCommand(args)).toThrow(/^Usage/);
  });
});

describe('the environment', () => {
  const env = { DATABASE_URL: 'postgres://localhost/belfry', BACKUP_PASSPHRASE: 'twelve chars' };

  it('is read without a secret, as before a restoration', () => {
    const { settings, passphrase } = readEnvironment({ ...env, SERVICE_SECRET: '' }, { isNew: true });
    expect(passphrase).toBe('twelve chars');
    expect(settings).toMatchObject({ DATABASE_URL: env.DATABASE_URL, DATA_DIR: './data' });
    expect(settings.SERVICE_SECRET).toBeUndefined();
    expect(settings).not.toHaveProperty('BACKUP_PASSPHRASE');
  });

  it.each([
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL: /],
    [{ BACKUP_PASSPHRASE: '' }, /^BACKUP_PASSPHRASE: is required/],
    [{ BACKUP_PASSPHRASE: 'eleven char' }, /12 characters/],
    [{ BACKUP_PASSPHRASE: '', BACKUP_PASSPHRASE_FILE: '/nothing' }, /^BACKUP_PASSPHRASE_FILE: /],
  ])('is refused with the name of what is wrong: %j', (change, text) => {
    expect(() => readEnvironment({ ...env, ...change }, { isNew: true })).toThrow(text);
  });

  it('takes any passphrase of a backup that exists', () => {
    expect(readEnvironment({ ...env, BACKUP_PASSPHRASE: 'short' }, { isNew: false }).passphrase).toBe('short');
  });
});
