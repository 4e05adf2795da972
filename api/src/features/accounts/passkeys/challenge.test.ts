import { expect, it } from 'vitest';
import { type ChallengePurpose, createPasskeyChallenge, isLiveChallenge } from './challenge.ts';

const SECRET = 'a secret of the service';
const NOW = Date.UTC(2026, 10, 26);
const REGISTER: ChallengePurpose = { purpose: 'register', subject: '17' };

it('is valid for its purpose and for five minutes', () => {
  const challenge = createPasskeyChallenge(SECRET, REGISTER, NOW);
  const at = (ms: number) => isLiveChallenge(SECRET, REGISTER, challenge, NOW + ms);
  expect([at(0), at(299_999), at(300_000), at(-29_999), at(-30_000)]).toEqual([true, true, false, true, false]);
});

it.each<[string, string, ChallengePurpose]>([
  ['another secret', 'another secret', REGISTER],
  ['another session', SECRET, { purpose: 'register', subject: '18' }],
  ['another purpose', SECRET, { purpose: 'second-factor', subject: '17' }],
  ['a sign-in without password', SECRET, { purpose: 'sign-in', subject: '' }],
])('is not valid for %s', (_what, secret, about) => {
  expect(isLiveChallenge(secret, about, createPasskeyChallenge(SECRET, REGISTER, NOW), NOW)).toBe(false);
});

it('is not valid with another time, and in another spelling', () => {
  const challenge = createPasskeyChallenge(SECRET, REGISTER, NOW);
  const bytes = Buffer.from(challenge, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(isLiveChallenge(SECRET, REGISTER, changed.toString('base64url'), NOW)).toBe(false);
  }
  for (const text of ['', 'x', `${challenge}=`, `${challenge}A`, bytes.toString('hex')]) {
    expect(isLiveChallenge(SECRET, REGISTER, text, NOW)).toBe(false);
  }
});

it('is another one each time', () => {
  expect(createPasskeyChallenge(SECRET, REGISTER, NOW)).not.toBe(createPasskeyChallenge(SECRET, REGISTER, NOW));
});
