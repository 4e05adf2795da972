import { expect, it } from 'vitest';
import { ROOT } from '../local/paths.ts';
import { sourceOf } from './release.ts';
import { findOtherVersions, findRegistryAddresses, readVersion } from './version.ts';

it('every workspace, the lock file, the chart and compose name the version of package.json', () => {
  expect(readVersion(ROOT)).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)?$/);
  expect(findOtherVersions(ROOT)).toEqual([]);
});

it('the lock file does not say where packages were downloaded from', () => {
  expect(findRegistryAddresses(ROOT)).toEqual([]);
});

it.each([
  ['https://git.example.org/belfry.git', 'https://git.example.org/belfry'],
  ['git@git.example.org:team/belfry.git', 'https://git.example.org/team/belfry'],
  ['ssh://git@git.example.org/team/belfry', 'https://git.example.org/team/belfry'],
  ['/srv/git/belfry', ''],
])('the public address of %s is %j', (address, source) => expect(sourceOf(address)).toBe(source));
