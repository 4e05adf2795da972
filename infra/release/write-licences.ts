/** `npm run licences`: writes the licences of the packages with which Belfry is delivered. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../local/paths.ts';
import { findLicensed, licencesText, LICENCES_FILE } from './licences.ts';

const licensed = findLicensed(ROOT);
writeFileSync(join(ROOT, LICENCES_FILE), licencesText(licensed));
process.stdout.write(`${LICENCES_FILE}: ${licensed.length} packages\n`);
