import { createDb } from '@belfry/api/db/client';
import { homeHttp } from '@belfry/schemas/http/places/home';
import { whereHttp } from '@belfry/schemas/http/places/where';
import { insertTree } from './bench/lib/trees.ts';
import { createUser } from './support/factories.ts';
import { createHttpClient } from './support/http-client.ts';
import { provisionDevices } from './support/devices/enrolment.ts';
import { launchProduct } from './support/processes/launched-product.ts';
const product = await launchProduct({ RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'warn' });
try {
  const [api, db] = [createHttpClient(product.url), createDb(product.pool)];
  const owner = await createUser({ db });
  await provisionDevices(product.internalUrl, product.secret, 20_000);
  const main = await insertTree(product.pool, owner.id, { elements: 41, companies: 4_958, devices: 20_000, bound: 20_000 });
  await product.pool.query('vacuum analyze');
  const measure = async (name: string, run: (i: number) => Promise<{ status: number }>) => {
    for (let i = 0; i < 5; i++) await run(i);
    const ms: number[] = [];
    let status = 0;
    for (let i = 0; i < 30; i++) { const t = performance.now(); ({ status } = await run(i)); ms.push(performance.now() - t); }
    ms.sort((a, b) => a - b);
    console.log(name, status, 'p50', ms[15]?.toFixed(0), 'p95', ms[28]?.toFixed(0), 'ms');
  };
  await measure('where, a letter', (i) => api.call(whereHttp.find, owner, { q: 'cdeopm'[i % 6] } as never));
  await measure('where, a path', (i) => api.call(whereHttp.find, owner, { q: `com ${i}` } as never));
  await measure('where, no text', () => api.call(whereHttp.find, owner, {} as never));
  await measure('home', () => api.call((homeHttp as any).home ?? (homeHttp as any).read, owner, {} as never));
  for (const [k, v] of Object.entries(homeHttp)) await measure(`home.${k} ${(v as any).path}`, () => api.call(v as any, owner, { since: new Date(Date.now() - 3_600_000).toISOString() } as never));
  console.log(main);
} finally { await product.stop(); }
