import { describe, expect, it } from 'vitest';
import { parseArguments } from './arguments.ts';
import { AREA_NAMES } from './areas.ts';

describe('the arguments of the mutation tests', () => {
  it('are all areas by default, each path of which matches a file', () => {
    expect(parseArguments([])).toEqual({ areas: AREA_NAMES, files: [] });
  });

  it('may name files of one area', () => {
    const file = 'broker/src/limits/token-bucket.ts';
    expect(parseArguments(['broker-limits', file])).toEqual({ areas: ['broker-limits'], files: [file] });
  });

  it.each([
    [['policies', 'broker/src/limits/token-bucket.ts']],
    [['broker-limits', 'policies', 'broker/src/limits/token-bucket.ts']],
    [['nothing']],
  ])('are refused for %j', (given) => {
    expect(() => parseArguments(given)).toThrow('neither an area');
  });
});
