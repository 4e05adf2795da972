import { addressKey } from '@belfry/schemas/domain/address';
import { LRUCache } from 'lru-cache';
import { hashKey } from '../../lib/keys.ts';
import { rateLimited } from '../rate-limit/rate-limit.ts';

/** Wrong keys of one address within the window, after which its unknown keys are not looked up any more. */
const WRONG_PER_ADDRESS = 300;
const WINDOW_MS = 60_000;
/** How many addresses, and how many right keys, are remembered: those that were used last. */
const REMEMBERED = 10_000;

/** Counts wrong keys by address, so that nobody tries keys, or loads Postgres with them, without an end. */
export type WrongKeys = {
  /**
   * The result of `find`, null for a wrong key. Throws rate_limited where too many keys of the address were wrong, except for a key that was
   * right before: a device with an old key locks out no other one behind the same address.
   */
  limit<T>(ip: string, key: string, find: () => Promise<T | null>): Promise<T | null>;
};

type Window = { wrong: number; until: number };

/** Counts in the memory of this process. @param scale multiplies the limit, as RATE_LIMIT_SCALE does those in Postgres */
export function createWrongKeys(scale: number): WrongKeys {
  const windows = new LRUCache<string, Window>({ max: REMEMBERED });
  const right = new LRUCache<string, true>({ max: REMEMBERED });
  const allowed = Math.max(1, WRONG_PER_ADDRESS * scale);

  return {
    async limit(ip, key, find) {
      const address = addressKey(ip);
      const hash = hashKey(key).toString('base64');
      const now = Date.now();
      const previous = windows.get(address);
      const window = previous && previous.until > now ? previous : { wrong: 0, until: now + WINDOW_MS };
      if (window.wrong >= allowed && !right.has(hash))
        throw rateLimited((window.until - now) / 1_000, 'Too many wrong keys.');
      const answer = await find();
      if (answer) {
        right.set(hash, true);
        return answer;
      }
      right.delete(hash);
      window.wrong += 1;
      windows.set(address, window);
      return null;
    },
  };
}
