import { resolve } from 'node:path';
import { bundlePrograms } from './bundle-programs.ts';

/** `node infra/bundle/main.ts FOLDER PROGRAM…`: programs of the sources as bundles, in a folder inside the repository. */
const [folder = '', ...programs] = process.argv.slice(2);
await bundlePrograms(resolve(folder), programs);
