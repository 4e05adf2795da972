import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { encodeG711, type G711Law } from './g711.ts';

// `lin2ulaw` and `lin2alaw` of Python 3.11, which are Sun's, of the numbers 0 to 32,767 and then -32,768 to -1.
it.each<[G711Law, string]>([
  ['PCMU', '617fa4850d68d3906597e949f7625fb2fc46db479e29707f33159b3d131721cb'],
  ['PCMA', 'f77c76aa923ee25617453f87514828a12896227f82ff383bf3bb53d6ac7c2a0f'],
])('%s encodes every sample as the reference does', (law, sha256) => {
  const samples = Int16Array.from({ length: 65_536 }, (_, index) => (index << 16) >> 16);
  const bytes = new Uint8Array(samples.length);
  encodeG711(law, samples, bytes);
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
});
