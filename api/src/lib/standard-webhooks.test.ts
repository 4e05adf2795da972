import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWebhookSecret, findSignatureFault, signedHeaders } from './standard-webhooks.ts';

/** The example of the specification of Standard Webhooks. */
const EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1_614_265_330,
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const NOW = EXAMPLE.timestamp * 1_000;
const received = (changed: Partial<{ id: string; timestamp: string; signature: string; body: string }> = {}) => ({
  id: EXAMPLE.id,
  timestamp: String(EXAMPLE.timestamp),
  signature: EXAMPLE.signature,
  body: EXAMPLE.body,
  ...changed,
});

beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('the signature of a webhook', () => {
  it('is that of the specification', () => {
    expect(signedHeaders(EXAMPLE, [EXAMPLE.secret])).toEqual({
      'webhook-id': EXAMPLE.id,
      'webhook-timestamp': String(EXAMPLE.timestamp),
      'webhook-signature': EXAMPLE.signature,
    });
    expect(findSignatureFault(received(), [EXAMPLE.secret])).toBeNull();
  });

  it('is made with both secrets while they are rotated, and either one verifies it', () => {
    const [before, now] = [createWebhookSecret(), createWebhookSecret()];
    expect(now).toMatch(/^whsec_[\w+/]{43}=$/);
    const headers = signedHeaders(EXAMPLE, [now, before]);
    const signature = headers['webhook-signature'] ?? '';
    expect(signature.split(' ')).toHaveLength(2);
    for (const secret of [before, now]) expect(findSignatureFault(received({ signature }), [secret])).toBeNull();
    expect(findSignatureFault(received({ signature }), [createWebhookSecret()])).toBe('wrong');
  });

  it.each([
    ['another body', { body: '{"test": 2432232315}' }, 'wrong'],
    ['another id', { id: 'msg_other' }, 'wrong'],
    ['another time', { timestamp: String(EXAMPLE.timestamp + 1) }, 'wrong'],
    ['a signature of another version', { signature: EXAMPLE.signature.replace('v1,', 'v2,') }, 'wrong'],
    ['half a signature', { signature: EXAMPLE.signature.slice(0, 20) }, 'wrong'],
    ['no signature', { signature: '' }, 'missing'],
    ['no id', { id: '' }, 'missing'],
    ['a time that is no number', { timestamp: 'now' }, 'missing'],
    ['an old time', { timestamp: String(EXAMPLE.timestamp - 301) }, 'too_old'],
    ['a time to come', { timestamp: String(EXAMPLE.timestamp + 301) }, 'too_new'],
  ])('refuses %s', (_what, changed, fault) => {
    expect(findSignatureFault(received(changed), [EXAMPLE.secret])).toBe(fault);
  });

  it('accepts a clock that is off by less than five minutes', () => {
    for (const off of [-299_000, 299_000]) {
      vi.setSystemTime(NOW + off);
      expect(findSignatureFault(received(), [EXAMPLE.secret])).toBeNull();
    }
  });
});
