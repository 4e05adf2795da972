import { passwordSchema } from '@belfry/schemas/domain/password';
import { expect, it } from 'vitest';
import { generatePassword } from './first-root.ts';

it('generated passwords hold to the rule, are long, and are never the same', () => {
  const passwords = new Set(Array.from({ length: 200 }, generatePassword));
  expect(passwords.size).toBe(200);
  for (const password of passwords) {
    expect(passwordSchema.safeParse(password).success).toBe(true);
    expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
  }
});
