import { expect, test, vi } from 'vitest';
import { createTestContext } from '../testing/test-context.ts';
import { createNetworkChange, WIFI_FALLBACK_MS } from './configuration.ts';

const desired = (patch: object) => ({ version: 1, ...createTestContext().configuration.settings(), ...patch });

function begin(patch: object) {
  const context = createTestContext();
  const connection = { drop: vi.fn(), destroy: vi.fn(), open: vi.fn(), reconnectNow: vi.fn() };
  const change = createNetworkChange({ ...context, speed: 1, connection });
  const before = context.configuration.accept(desired(patch));
  if (before) change.join(before);
  return { ...context, connection, change };
}

test('a network that leads to the broker is kept', async () => {
  const { clock, connection, change, configuration } = begin({ wifi_login: 'Shop', wifi_pass: 'long enough' });
  expect(configuration.isJoining()).toBe(true);
  await clock.advance(1_000);
  expect(connection.drop).toHaveBeenCalledOnce();
  change.connected();
  expect(configuration.isJoining()).toBe(false);
  await clock.advance(2 * WIFI_FALLBACK_MS);
  expect(configuration.settings().wifi_login).toBe('Shop');
});

test('a network that does not lead to the broker within 60 s is left for the previous one', async () => {
  const { clock, connection, configuration, flash } = begin({ wifi_login: 'Shop', wifi_pass: 'short' });
  await clock.advance(WIFI_FALLBACK_MS);
  expect(connection.destroy).toHaveBeenCalledOnce();
  expect(connection.open).not.toHaveBeenCalled();
  expect(configuration.settings().wifi_login).toBe('Shop');
  await clock.advance(500);
  expect(connection.open).toHaveBeenCalledOnce();
  expect(configuration.settings()).toMatchObject({ wifi_login: null, wifi_pass: null });
  expect(flash.memory.rejected).toEqual({ wifi_login: 'Shop did not lead to the server within 60 s' });
});

test('a refused network is not joined again by a save of something else, only with another password', async () => {
  const { clock, configuration, flash } = begin({ wifi_login: 'Shop', wifi_pass: 'short' });
  await clock.advance(WIFI_FALLBACK_MS + 500);
  const shop = { wifi_login: 'Shop', wifi_pass: 'short' };
  configuration.accept({ ...desired(shop), version: 2, music_volume: 10 });
  expect(configuration.isJoining()).toBe(false);
  expect(configuration.settings()).toMatchObject({ wifi_login: null, wifi_pass: null, music_volume: 10 });
  expect(flash.memory.rejected).toEqual({ wifi_login: 'Shop did not lead to the server within 60 s' });
  configuration.accept({ ...desired({ ...shop, wifi_pass: 'long enough' }), version: 3 });
  expect(configuration.isJoining()).toBe(true);
  expect(flash.memory.rejected).toEqual({});
});

test('a second network while the first is being joined falls back to the last that worked', async () => {
  const { clock, change, configuration } = begin({ wifi_login: 'Shop', wifi_pass: 'short' });
  await clock.advance(1_000);
  const between = configuration.accept({ ...desired({ wifi_login: 'Cafe', wifi_pass: 'short' }), version: 2 });
  if (between) change.join(between);
  await clock.advance(WIFI_FALLBACK_MS + 500);
  expect(configuration.settings().wifi_login).toBeNull();
});

test('a network whose broker is unreachable for 60 s is left, too', async () => {
  const { clock, connection, configuration } = begin({ wifi_login: 'Shop', wifi_pass: 'long enough' });
  await clock.advance(WIFI_FALLBACK_MS + 500);
  expect(connection.reconnectNow).toHaveBeenCalledOnce();
  expect(configuration.settings().wifi_login).toBeNull();
});
