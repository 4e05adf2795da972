import { expect, it } from 'vitest';
import { certificateDays } from './certificate.ts';

it.each([undefined, 'http://localhost:8080'])('is unknown without TLS: %s', async (address) => {
  expect(await certificateDays(address)).toBeNull();
});

it('is unknown where nobody answers', async () => {
  expect(await certificateDays('https://localhost:1')).toBeNull();
});
