/** Load: checks a password again and again, one after the other, and nothing else. Prints the latencies as one JSON line. */
import { hashPassword, verifyPassword } from '@belfry/api/features/auth/passwords';
import { quantile } from '../lib/statistics.ts';

const { checks } = JSON.parse(process.argv[2] ?? '{}') as { checks: number };
const phc = await hashPassword('Bench-1234');
const latencies: number[] = [];
for (let count = 0; count < checks; count += 1) {
  const begun = performance.now();
  if (!(await verifyPassword('Bench-1234', phc))) throw new Error('the right password was refused');
  latencies.push(performance.now() - begun);
}
latencies.sort((a, b) => a - b);
process.stdout.write(`${JSON.stringify({ p50: quantile(latencies, 0.5), p99: quantile(latencies, 0.99) })}\n`);
