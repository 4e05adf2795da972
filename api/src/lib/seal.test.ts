import { expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const SECRET = 'a-secret-of-this-service';

it('decrypts what it encrypted, each time differently', () => {
  const [one, two] = [seal(SECRET, 'test', 'тайна'), seal(SECRET, 'test', 'тайна')];
  expect(one.equals(two)).toBe(false);
  expect([one, two].map((sealed) => unseal(SECRET, 'test', sealed))).toEqual(['тайна', 'тайна']);
});

it('does not decrypt with another secret, for another purpose, or after a change', () => {
  const sealed = seal(SECRET, 'test', 'text');
  expect(unseal('another-secret', 'test', sealed)).toBeNull();
  expect(unseal(SECRET, 'other', sealed)).toBeNull();
  for (const index of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(unseal(SECRET, 'test', changed)).toBeNull();
  }
  expect(unseal(SECRET, 'test', Buffer.alloc(0))).toBeNull();
});
