/**
 * `npm run attacks [-- text]`: what an honest organisation waits for, alone and while free accounts use all that they may, at an installation with the limits of
 * production. Writes RESULTS.md beside this file; fails where an attack takes it more than twice its time.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDb } from '@belfry/api/db/client';
import { letPass } from '@belfry/schemas/testing/clock';
import { describeMachine } from '../bench/lib/machine.ts';
import { summarise } from '../bench/lib/statistics.ts';
import { createHttpClient } from '../support/http-client.ts';
import { launchProduct } from '../support/processes/launched-product.ts';
import { codes, signIns } from './accounts.ts';
import { emergencies } from './emergencies.ts';
import { downloads, uploads } from './files.ts';
import { invitations, textMessages } from './messages.ts';
import { feeds, webhooks } from './servers.ts';

const TIMES_MAX = 2;
const ATTACKS = [uploads, downloads, feeds, webhooks, invitations, signIns, codes, textMessages, emergencies];

const only = process.argv[2] ?? '';
const product = await launchProduct({
  TRUST_PROXY: 'loopback',
  WEBHOOK_ALLOW: '127.0.0.1',
  // Of all addresses that the attackers have, this process is one.
  MAX_CONNECTIONS_PER_ADDRESS: '5000',
  LOG_LEVEL: 'warn',
});
const lines: string[] = [];
let failed = 0;
try {
  const target = {
    ...createHttpClient(product.url),
    db: createDb(product.pool),
    config: { DATA_DIR: product.dataDir },
    mqttUrl: `mqtt://127.0.0.1:${product.mqttPort}`,
  };
  for (const attack of ATTACKS) {
    if (!attack.name.includes(only)) continue;
    const { measure, begin } = await attack.prepare(target);
    const median = async (): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < attack.rounds; round += 1) {
        times.push(await measure());
        await letPass(attack.pauseMs ?? 0);
      }
      return summarise(times).median;
    };
    await measure();
    const idle = await median();
    const { held, end } = await begin();
    const attacked = await median();
    const state = held();
    end();
    const ratio = attacked / idle;
    const isSlow = ratio > TIMES_MAX;
    if (isSlow) failed += 1;
    const cells = [
      attack.name,
      attack.how,
      state,
      shown(idle),
      shown(attacked),
      `${ratio.toFixed(2)}${isSlow ? ', **not reached**' : ''}`,
    ];
    lines.push(`| ${cells.join(' | ')} |`);
    process.stdout.write(`${lines.at(-1)}\n`);
  }
} finally {
  await product.stop();
}
if (only === '') {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  writeFileSync(
    join(import.meta.dirname, 'RESULTS.md'),
    `# Attacks

Written by \`npm run attacks\`: medians of what an honest organisation waits for, before and during the attack, with the limits of production. To reach: at most ${TIMES_MAX} times.

${new Date().toISOString().slice(0, 10)}, commit ${commit}; ${describeMachine()}.

| honest | attack | holds | idle | attacked | times |
| --- | --- | --- | --- | --- | --- |
${lines.join('\n')}
`,
  );
}
process.exit(failed > 0 ? 1 : 0);

function shown(ms: number): string {
  return ms < 100 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}
