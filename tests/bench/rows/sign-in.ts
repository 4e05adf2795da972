import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { ROOT, startBelfry } from '../lib/belfry.ts';
import { runLoad } from '../lib/processes.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { pathOf } from '../../support/http-client.ts';

const TIMES = 60;
const HASH = 'the password hash alone';

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const url = `http://127.0.0.1:${belfry.httpPort}${pathOf(authHttp.signIn)}`;
  const input = { url, email: ROOT.ROOT_EMAIL, password: ROOT.ROOT_PASSWORD, times: TIMES };
  let medians = { signIn: Number.NaN, check: Number.NaN };
  return {
    title: 'a sign-in, one at a time, p50',
    unit: 'ms',
    ours: 'Belfry',
    contenders: [
      {
        name: 'Belfry',
        // On the same core as the api, since only one of them works at a time.
        round: async () => {
          medians = await runLoad<typeof medians>('tests/bench/load/sign-in.ts', { core: 1, input });
          return medians.signIn;
        },
      },
      { name: HASH, round: () => Promise.resolve(medians.check) },
    ],
    targets: [{ against: HASH, atMost: 1.3 }],
    notes: [
      `${TIMES} of each, alternately; argon2id, 19 MiB, two passes. Ours with limits, session and last sign-in written.`,
    ],
    rounds: 7,
    stop: belfry.stop,
  };
}

export const signIn: Row = { name: 'sign-in', prepare };
