/**
 * `npm run attacks [-- --url http://… --email root@… --password …]`: repeats the attacks of a plain user for which the product has bounds,
 * against a product that it starts as `npm start` does, or against one that runs. Prints what bounded each, and the slowest answer that a
 * bystander got meanwhile. Fails where nothing bounds an attack, or where the bystander waits too long.
 */
import { parseArgs } from 'node:util';
import { launchProduct, ROOT } from '../support/processes/launched-product.ts';
import { ATTACKS } from './attacks.ts';
import { startBystander } from './bystander.ts';
import { enter, registerPerson } from './people.ts';

const BYSTANDER_MAX_MS = 1_000;

const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    email: { type: 'string', default: ROOT.ROOT_EMAIL },
    password: { type: 'string', default: ROOT.ROOT_PASSWORD },
  },
});
const product = values.url === undefined ? await launchProduct() : null;
let failures = 0;
try {
  const installation = await enter(values.url ?? product?.url ?? '', values.email, values.password);
  const attacker = await registerPerson(installation, 'attacker');
  const bystander = startBystander(installation.api, (await registerPerson(installation, 'bystander')).key);
  for (const { title, run } of ATTACKS) {
    bystander.take();
    const outcome = await run({ installation, attacker }).catch((error: Error) => {
      failures += 1;
      return `NOT BOUNDED: ${error.message}`;
    });
    const { slowestMs, failed } = bystander.take();
    const isHarmed = slowestMs > BYSTANDER_MAX_MS || failed.length > 0;
    if (isHarmed) failures += 1;
    const harm = failed.length > 0 ? `; FAILED ${failed.length} times, first ${failed[0]}` : '';
    process.stdout.write(
      `${title}\n  ${outcome}\n  bystander: the slowest answer took ${Math.round(slowestMs)} ms${slowestMs > BYSTANDER_MAX_MS ? ' TOO SLOW' : ''}${harm}\n`,
    );
  }
  await bystander.stop();
} finally {
  await product?.stop();
}
process.stdout.write(failures === 0 ? 'passed\n' : `failed: ${failures}\n`);
process.exit(failures === 0 ? 0 : 1);
