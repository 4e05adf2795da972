import type { BrokerAuthAnswer } from '@belfry/schemas/http/service/internal';
import { serviceRights } from '@belfry/schemas/mqtt/authorize';
import { CLIENT_ID_MAX } from '@belfry/schemas/mqtt/client-id';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SERVICE_USER, REFUSED } from './authenticator.ts';
import {
  allowed,
  busy,
  refusal,
  SECRET,
  SERIAL,
  setUp,
  throttled,
  WINDOW_MS,
  wrong,
} from './testing/authenticator-harness.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a client', () => {
  it('is asked about in the shape of the hook, and gets the rights of the answer alone', async () => {
    const { ask, connect } = setUp();
    const result = await connect();
    expect(ask).toHaveBeenCalledExactlyOnceWith({
      clientid: 'client',
      username: SERIAL,
      password: 'key',
      peerhost: '192.0.2.1',
      protocol: 'mqtt',
    });
    expect(result).toMatchObject({ principal: { kind: 'device', id: SERIAL } });
    expect('principal' in result && result.principal.rights).not.toBe(serviceRights);
  });

  it.each([
    ['an id of the greatest length', { clientId: 'x'.repeat(CLIENT_ID_MAX) }, 'principal'],
    ['a longer id', { clientId: 'x'.repeat(CLIENT_ID_MAX + 1) }, 'client_id'],
    ['an id with a NUL', { clientId: 'a\0b' }, 'client_id'],
    ['no id and a session of its own', { clientId: '', clean: true }, 'principal'],
    ['no id and a session to resume', { clientId: '', clean: false }, 'client_id'],
    ['an id and a session to resume', { clean: false }, 'principal'],
    ['the name of a user', { username: '12' }, 'principal'],
    ['a number of 10 digits', { username: '1'.repeat(10) }, 'principal'],
    ['a number of 11 digits', { username: '1'.repeat(11) }, 'credentials'],
    ['the number of a user with leading zeros', { username: '0012' }, 'credentials'],
    ['zero', { username: '0' }, 'credentials'],
    ['a name that only begins like a number', { username: '12x' }, 'credentials'],
    ['a name that only ends like a number', { username: 'x12' }, 'credentials'],
    ['no name', { username: '' }, 'credentials'],
    ['no password', { password: '' }, 'credentials'],
    ['a password of the greatest length', { password: 'x'.repeat(1_024) }, 'principal'],
    ['a longer password', { password: 'x'.repeat(1_025) }, 'credentials'],
    ['a password with a NUL', { password: 'a\0' }, 'credentials'],
  ])('with %s', async (_what, overrides, expected) => {
    const { ask, connect } = setUp();
    const result = await connect(overrides);
    if (expected === 'principal') expect(result).toHaveProperty('principal');
    else {
      const code = expected === 'client_id' ? REFUSED.identifier : REFUSED.credentials;
      expect(result).toEqual(refusal(code, expected));
      expect(ask).not.toHaveBeenCalled();
    }
  });
});

describe('the api', () => {
  it('is known by the secret, without a question and without a limit', async () => {
    const { ask, connect } = setUp({ AUTH_FAILURES: 1 });
    for (let count = 0; count < 3; count++)
      expect(await connect({ username: SERVICE_USER, password: 'guess' })).toEqual(wrong);
    expect(await connect({ username: SERVICE_USER, password: SECRET })).toEqual({
      principal: { kind: 'service', id: SERVICE_USER, rights: serviceRights },
    });
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('wrong passwords', () => {
  it('are limited by address and name, and possible again when the window has passed', async () => {
    const { ask, connect } = setUp();
    ask.mockResolvedValue({ result: 'deny' });
    for (let count = 0; count < 3; count++) expect(await connect()).toEqual(wrong);
    expect(await connect()).toEqual(throttled);
    expect(ask).toHaveBeenCalledTimes(3);
    expect(await connect({ peer: '192.0.2.2' })).toEqual(wrong);
    expect(await connect({ username: '7' })).toEqual(wrong);
    vi.advanceTimersByTime(WINDOW_MS - 1);
    expect(await connect()).toEqual(throttled);
    vi.advanceTimersByTime(1);
    expect(await connect()).toEqual(wrong);
  });

  it('are limited by address, whatever the names are, and a right one forgives none of them', async () => {
    const { ask, connect } = setUp({ AUTH_FAILURES_PER_ADDRESS: 3 });
    ask.mockResolvedValue({ result: 'deny' });
    for (const username of ['1', '2']) expect(await connect({ username })).toEqual(wrong);
    ask.mockResolvedValueOnce(allowed);
    expect(await connect({ username: '3' })).toHaveProperty('principal');
    expect(await connect({ username: '4' })).toEqual(wrong);
    expect(await connect({ username: '5' })).toEqual(throttled);
    expect(await connect({ username: '5', peer: '192.0.2.2' })).toEqual(wrong);
    vi.advanceTimersByTime(WINDOW_MS);
    expect(await connect({ username: '5' })).toEqual(wrong);
  });

  it('of one client keep nobody out who was let in from this address before, and a new one for a moment only', async () => {
    const { ask, connect } = setUp({ AUTH_FAILURES_PER_ADDRESS: 3 });
    ask.mockResolvedValueOnce(allowed);
    expect(await connect({ username: '9' })).toHaveProperty('principal');
    ask.mockResolvedValue({ result: 'deny' });
    for (const username of ['1', '2', '3']) expect(await connect({ username })).toEqual(wrong);
    ask.mockResolvedValue(allowed);
    for (const username of ['4', '1']) expect(await connect({ username })).toEqual(throttled);
    expect(await connect({ username: '9' })).toHaveProperty('principal');
    vi.advanceTimersByTime(500);
    expect(await connect({ username: '4' })).toHaveProperty('principal');
    expect(await connect({ username: '5' })).toEqual(throttled);
  });

  it('keep out whoever was let in longest ago, of more than 50,000', async () => {
    const { ask, connect } = setUp({ AUTH_FAILURES_PER_ADDRESS: 3 });
    for (let number = 1; number <= 50_000; number++) await connect({ username: String(number) });
    for (const username of ['1', '50001']) await connect({ username });
    ask.mockResolvedValue({ result: 'deny' });
    for (const username of ['60001', '60002', '60003']) await connect({ username });
    ask.mockResolvedValue(allowed);
    for (const username of ['1', '3', '50000', '50001'])
      expect(await connect({ username }), username).toHaveProperty('principal');
    expect(await connect({ username: '2' })).toEqual(throttled);
  });

  it('are forgiven after a right one', async () => {
    const { ask, connect } = setUp();
    for (let round = 0; round < 2; round++) {
      ask.mockResolvedValueOnce({ result: 'deny' }).mockResolvedValueOnce({ result: 'deny' });
      expect([await connect(), await connect()]).toEqual([wrong, wrong]);
      expect(await connect()).toHaveProperty('principal');
    }
  });

  it('that are being checked count too', async () => {
    const { ask, connect } = setUp();
    const answer = Promise.withResolvers<BrokerAuthAnswer>();
    ask.mockReturnValue(answer.promise);
    const first = [connect(), connect(), connect()];
    expect(await connect()).toEqual(busy);
    answer.resolve(allowed);
    for (const result of await Promise.all(first)) expect(result).toHaveProperty('principal');
    expect(await connect()).toHaveProperty('principal');
  });
});
