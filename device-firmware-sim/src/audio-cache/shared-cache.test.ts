import { expect, it } from 'vitest';
import type { AudioCache } from './audio-cache.ts';
import { shareCache } from './shared-cache.ts';

it('what any device needs is needed, what one of them must keep is kept, and a device that leaves needs nothing', () => {
  let needed: unknown = null;
  const cache: AudioCache = {
    has: () => true,
    pathOf: () => null,
    ensure: async () => {},
    setNeeded: (sha256s, kept) => void (needed = { sha256s, kept }),
    clear: () => ({ bytes: 0, files: 0 }),
  };
  const join = shareCache(cache);
  const [one, two] = [join(), join()];
  one.cache.setNeeded(['fire', 'monday'], 1);
  two.cache.setNeeded(['storm', 'monday', 'sunday'], 1);
  expect(needed).toEqual({ sha256s: ['fire', 'storm', 'monday', 'sunday'], kept: 2 });
  two.cache.setNeeded(['monday'], 1);
  expect(needed).toEqual({ sha256s: ['fire', 'monday'], kept: 2 });
  one.leave();
  expect(needed).toEqual({ sha256s: ['monday'], kept: 1 });
});
