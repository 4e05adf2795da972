import { describe, expect, it } from 'vitest';
import {
  FACTORY_COST,
  hashDevicePass,
  hashPassword,
  PERSON_COST,
  simulateVerification,
  unusablePasswordHash,
  verifyPassword,
} from './password-hash.ts';

describe('a hashed password', () => {
  it('is a PHC string with its own salt and cost', async () => {
    const [one, two] = await Promise.all([hashPassword('Secret-1'), hashPassword('Secret-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
  });

  it('matches only its own password, at either cost', async () => {
    for (const cost of [PERSON_COST, FACTORY_COST]) {
      const phc = await hashPassword('пароль-1', cost);
      expect(await verifyPassword('пароль-1', phc)).toBe(true);
      expect(await verifyPassword('пароль-2', phc)).toBe(false);
      expect(await verifyPassword('', phc)).toBe(false);
    }
  });

  it('does not match a string that is no PHC string', async () => {
    for (const phc of ['', 'plain', '$argon2id$v=19$m=1,t=1,p=1$$', '$2b$10$abcdefghijklmnopqrstuv']) {
      expect(await verifyPassword('plain', phc)).toBe(false);
    }
    expect(await simulateVerification('plain')).toBe(false);
  });

  it('does not match a changed PHC string', async () => {
    const phc = await hashPassword('Secret-1', FACTORY_COST);
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    expect(phc).not.toContain('=$');
    for (const other of [
      `x${phc}`,
      `${phc}$`,
      phc.replace('t=1', 't='),
      phc.replace('m=1024', 'm='),
      phc.replace('p=1', 'p=2'),
    ])
      expect(await verifyPassword('Secret-1', other)).toBe(false);
    // Another cost is another hash.
    expect(await verifyPassword('Secret-1', phc.replace('t=1', 't=2'))).toBe(false);
    expect(await verifyPassword('Secret-1', phc.replace('m=1024', 'm=1032'))).toBe(false);
  });

  it('of a device costs little, and one that nobody has costs as much as others', async () => {
    const [pass, none] = [await hashDevicePass('pass-1'), unusablePasswordHash()];
    expect(pass).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    expect(await verifyPassword('pass-1', pass)).toBe(true);
    expect(none).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await verifyPassword('', none)).toBe(false);
  });
});
