import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { largestInput } from './largest-input.ts';

describe('the largest input of a schema', () => {
  it('has all optional fields, texts and lists of their greatest length, and the largest numbers', () => {
    const schema = z.strictObject({
      name: z.string().max(5),
      ids: z.array(z.int().max(9)).max(3).optional(),
      share: z.number().max(1).default(0),
    });
    expect(largestInput(schema)).toEqual({ name: 'xxxxx', ids: [9, 9, 9], share: 1 });
  });

  it('takes the longest of several alternatives', () => {
    expect(largestInput(z.union([z.literal('a'), z.strictObject({ b: z.string().max(2) })]))).toEqual({ b: 'xx' });
    expect(largestInput(z.enum(['on', 'off']))).toBe('off');
    expect(largestInput(z.string().max(3).nullable())).toBe('xxx');
  });

  it('fits formats and patterns', () => {
    const schema = z.strictObject({ at: z.iso.datetime(), date: z.iso.date(), time: z.string().regex(/^\d\d:\d\d$/) });
    expect(schema.safeParse(largestInput(schema)).success).toBe(true);
  });
});
