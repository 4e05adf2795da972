import { expect, it } from 'vitest';
import { formatFileSize } from './archive-grid.tsx';

it.each([
  [0, '0 Bytes'],
  [1_023, '1023 Bytes'],
  [1_024, '1.00 KB'],
  [87_457, '85.41 KB'],
  [1_048_575, '1.00 MB'],
  [1_572_864, '1.50 MB'],
  [64 * 1_024 ** 2, '64.00 MB'],
  [3.25 * 1_024 ** 3, '3.25 GB'],
  [5_000 * 1_024 ** 3, '5000.00 GB'],
])('writes %d bytes as %s', (bytes, text) => expect(formatFileSize(bytes)).toBe(text));
