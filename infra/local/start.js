// Plain JavaScript, so that Node does not load what strips types from the sources, and an older one can say which is needed.
import './preflight.js';

const { openBundles } = await import('./bundles.js');
// `npm run dev` starts servers again when their sources change, so it runs these.
const bundles = process.argv.includes('--dev') ? null : openBundles();
if (bundles === null) await import('./start.ts');
else {
  const { enableCompileCache } = await import('node:module');
  enableCompileCache(`${bundles}/code`);
  const { pathToFileURL } = await import('node:url');
  await import(pathToFileURL(`${bundles}/infra.local.start.mjs`).href);
}
