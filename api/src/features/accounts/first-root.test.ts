import { passwordSchema } from '@belfry/schemas/domain/password';
import { expect, it } from 'vitest';
import { generatePassword } from './first-root.ts';

it('generates different passwords of 16 characters that meet the rule', () => {
  const passwords = new Set(Array.from({ length: 200 }, generatePassword));
  expect(passwords.size).toBe(200);
  for (const password of passwords) {
    expect(passwordSchema.safeParse(password).success).toBe(true);
    expect(password).toMatch(/^[a-zA-Z2-9]{16}$/);
  }
});
