import { expect, it } from 'vitest';

it('keeps zod from compiling code, which the content security policy forbids', async () => {
  await import('./zod.ts');
  const { z } = await import('zod');
  expect(z.config().jitless).toBe(true);
});
