import { serveWork, type Ask } from '../serve-work.ts';

class SampleError extends Error {}

serveWork({
  double: (value: number) => value * 2,
  fail: () => {
    throw new SampleError('as it was told');
  },
  sum: async (count: number, ask: Ask) => {
    let sum = 0;
    for (let at = 0; at < count; at += 1) sum += Number(await ask('value', at));
    return sum;
  },
  hang: () => {
    for (;;);
  },
  fill: () => {
    const lists: number[][] = [];
    for (;;) lists.push(Array.from({ length: 10_000 }, (_, at) => at + 0.5));
  },
});
