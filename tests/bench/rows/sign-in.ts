import { ROOT, startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';

const SIGN_INS = 60;
const HASH = 'the password hash alone';

type Latencies = { p50: number };

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const body = { email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD };
  const input = { port: belfry.httpPort, paths: ['/api/auth/login'], key: '', callers: 1, requests: SIGN_INS, body };
  const request = 'tests/bench/load/request.ts';
  const hash = 'tests/bench/load/hash.ts';
  return {
    title: 'a sign-in, one at a time, p50',
    unit: 'ms',
    ours: 'Belfry',
    contenders: [
      { name: 'Belfry', round: async () => (await runLoad<Latencies>(request, { core: 0, input })).p50 },
      { name: HASH, round: async () => (await runLoad<Latencies>(hash, { core: 1, input: { checks: SIGN_INS } })).p50 },
    ],
    targets: [{ against: HASH, atMost: 1.3 }],
    notes: [
      `${SIGN_INS} a round; argon2id with 19 MiB and two passes. Ours with limits, session and last sign-in written.`,
    ],
    rounds: 7,
    stop: belfry.stop,
  };
}

export const signIn: Row = { name: 'sign-in', prepare };
