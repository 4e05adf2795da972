import type { BrokerAuthAnswer } from '@belfry/schemas/http/service/internal';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { allowed, refusal, SERIAL, setUp, wrong } from './testing/authenticator-harness.ts';
import { REFUSED } from './authenticator.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('a hook that cannot be asked', () => {
  it('refuses for now, says why, and counts as no wrong password', async () => {
    const { ask, connect } = setUp();
    const error = new Error('away');
    ask.mockRejectedValue(error);
    for (let count = 0; count < 5; count++)
      expect(await connect()).toEqual({
        refusal: { code: REFUSED.unavailable, reason: 'hook_unavailable', error },
      });
  });

  it('is not waited for longer than a while', async () => {
    const { ask, authenticator, connect } = setUp();
    ask.mockReturnValueOnce(new Promise(() => undefined));
    void connect();
    const second = connect({ username: '7' });
    expect(authenticator.waiting).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await second).toMatchObject({ refusal: { code: REFUSED.unavailable, reason: 'hook_unavailable' } });
    expect(authenticator.waiting).toBe(0);
  });

  it('is not asked for a client that has gone before', async () => {
    const { ask, connect } = setUp();
    expect(await connect({ isGone: () => true })).toEqual(refusal(REFUSED.unavailable, 'gone'));
    expect(ask).not.toHaveBeenCalled();
  });
});

describe('rights that are revoked while the hook is asked', () => {
  it('make an answer worthless, for those names only and until it has come', async () => {
    const { ask, authenticator, connect } = setUp({ AUTH_CONCURRENCY: 10 });
    const answer = Promise.withResolvers<BrokerAuthAnswer>();
    ask.mockReturnValue(answer.promise);
    const asked = [connect(), connect(), connect({ username: '7' })];
    authenticator.revoke([SERIAL, '8']);
    answer.resolve(allowed);
    const revoked = refusal(REFUSED.unavailable, 'revoked_meanwhile');
    expect((await Promise.all(asked)).map((result) => ('principal' in result ? 'in' : result))).toEqual([
      revoked,
      revoked,
      'in',
    ]);
    authenticator.revoke([SERIAL]);
    expect(await connect()).toHaveProperty('principal');
  });

  it('leave a denial what it is', async () => {
    const { ask, authenticator, connect } = setUp();
    const answer = Promise.withResolvers<BrokerAuthAnswer>();
    ask.mockReturnValue(answer.promise);
    const asked = connect();
    authenticator.revoke([SERIAL]);
    answer.resolve({ result: 'deny' });
    expect(await asked).toEqual(wrong);
  });

  it('reach the question that still runs after another of the same name has ended', async () => {
    const { ask, authenticator, connect } = setUp({ AUTH_CONCURRENCY: 10 });
    const answer = Promise.withResolvers<BrokerAuthAnswer>();
    ask.mockReturnValueOnce(answer.promise);
    const first = connect();
    expect(await connect()).toHaveProperty('principal');
    authenticator.revoke([SERIAL]);
    answer.resolve(allowed);
    expect(await first).toEqual(refusal(REFUSED.unavailable, 'revoked_meanwhile'));
  });
});
