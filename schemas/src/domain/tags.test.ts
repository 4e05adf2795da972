import { describe, expect, it } from 'vitest';
import { isTag, splitTags, TAG_MAX, TAGS_MAX, tagsSchema } from './tags.ts';

describe('tags', () => {
  it('have one form for all spellings, each once and in order', () => {
    expect(tagsSchema.parse(['  Shop ', 'SHOP', 'ground   floor', 'Каф\u0435'])).toEqual([
      'ground floor',
      'shop',
      'каф\u0435',
    ]);
  });

  it.each(['', '  ', '-a', '=cmd', 'a,b', 'a;b', '<b>', 'a\u0000', 'x'.repeat(TAG_MAX + 1)])('rejects %j', (text) =>
    expect(isTag(text)).toBe(false),
  );

  it.each(['a', '3rd floor', 'zone:1/2', 'x'.repeat(TAG_MAX), 'Größe'])('accepts %j', (text) =>
    expect(isTag(text)).toBe(true),
  );

  it('are limited in number, before repeated ones are removed', () => {
    const tags = Array.from({ length: TAGS_MAX }, (_, index) => `t${index}`);
    expect(tagsSchema.safeParse(tags).success).toBe(true);
    expect(tagsSchema.safeParse([...tags, 't0']).success).toBe(false);
  });

  it('are separated by commas in texts', () => expect(splitTags(' Shop,,Hall , ')).toEqual(['shop', 'hall']));
});
