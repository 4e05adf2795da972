/**
 * Load: alternately signs in and verifies a password, so that other load on the machine affects both alike. Prints both
 * medians, in ms, as one JSON line.
 */
import { hashPassword, verifyPassword } from '@belfry/api/lib/password-hash';
import { quantile } from '../lib/statistics.ts';

interface Input {
  url: string;
  email: string;
  password: string;
  times: number;
}
const { url, email, password, times } = JSON.parse(process.argv[2] ?? '{}') as Input;
const headers = { 'content-type': 'application/json' };
const body = JSON.stringify({ email, password });
const phc = await hashPassword(password);

async function signIn(): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.status} ${text}`);
}

async function check(): Promise<void> {
  if (!(await verifyPassword(password, phc))) throw new Error('the right password was refused');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const median = (values: number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );

const signIns: number[] = [];
const checks: number[] = [];
for (let count = 0; count < times; count += 1) {
  signIns.push(await timed(signIn));
  checks.push(await timed(check));
}
process.stdout.write(`${JSON.stringify({ signIn: median(signIns), check: median(checks) })}\n`);
