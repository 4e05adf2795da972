import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWrongKeys } from './wrong-keys.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const HERE = '192.0.2.1';
const LIMIT = 3;

function setUp() {
  const wrongKeys = createWrongKeys(LIMIT / 300);
  const find = vi.fn(async (key: string) => (key.startsWith('right') ? { key } : null));
  const use = (key: string, ip = HERE) => wrongKeys.limit(ip, key, () => find(key));
  return { find, use };
}
const TOO_MANY = { code: 'rate_limited', message: 'Too many wrong keys. Please try again in 1 minute' };

it('looks up no more keys of an address after too many wrong ones, until the window has passed', async () => {
  const { find, use } = setUp();
  for (let n = 0; n < LIMIT; n++) expect(await use(`wrong ${n}`)).toBeNull();
  await expect(use('wrong again')).rejects.toMatchObject({
    ...TOO_MANY,
    message: expect.stringMatching(/in (60 seconds|1 minute)$/),
  });
  await expect(use('right, but never used')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(find).toHaveBeenCalledTimes(LIMIT);
  expect(await use('wrong', '192.0.2.2')).toBeNull();
  vi.advanceTimersByTime(60_000);
  expect(await use('wrong again')).toBeNull();
});

it('locks out no key that was right before, until it is wrong', async () => {
  const { find, use } = setUp();
  expect(await use('right')).toEqual({ key: 'right' });
  for (let n = 0; n < LIMIT; n++) await use(`wrong ${n}`);
  expect(await use('right')).toEqual({ key: 'right' });
  find.mockResolvedValueOnce(null);
  expect(await use('right')).toBeNull();
  await expect(use('right')).rejects.toMatchObject({ code: 'rate_limited' });
});

it('counts the addresses of an IPv6 network as one', async () => {
  const { use } = setUp();
  for (let n = 0; n < LIMIT; n++) await use('wrong', `2001:db8::${n + 1}`);
  await expect(use('wrong', '2001:db8::ffff')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await use('wrong', '2001:db8:1::1')).toBeNull();
});
