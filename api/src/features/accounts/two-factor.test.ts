import { describe, expect, it } from 'vitest';
import { createSecret, otpauthUrl, stepOfCode } from './two-factor.ts';

/** RFC 6238, appendix B: the SHA-1 secret, the last six of its eight digits. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('of second %i is %s, step %i', (second, code, step) => {
    expect(stepOfCode(SECRET, code, second * 1_000)).toBe(step);
  });

  it('is accepted one step early and one step late, with its own step', () => {
    const at = 1_234_567_890_000;
    const step = 41_152_263;
    expect([-60, -30, 0, 30, 60].map((off) => stepOfCode(SECRET, '005924', at + off * 1_000))).toEqual([
      null,
      step,
      step,
      step,
      null,
    ]);
  });

  it('must have six ASCII digits', () => {
    for (const code of ['', '05924', '0059240', 'abcdef', '００５９２４']) {
      expect(stepOfCode(SECRET, code, 1_234_567_890_000)).toBeNull();
    }
  });
});

it('creates a secret of 160 bits, and a URL with the account', () => {
  const secret = createSecret();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(createSecret()).not.toBe(secret);
  const url = new URL(otpauthUrl(secret, 'ada+x@belfry.test'));
  expect(url.searchParams.get('secret')).toBe(secret);
  expect(decodeURIComponent(url.pathname)).toBe('/Belfry:ada+x@belfry.test');
});
