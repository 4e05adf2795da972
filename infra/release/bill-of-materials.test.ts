import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ROOT } from '../local/paths.ts';
import { deliveredBom } from './bill-of-materials.ts';
import { NPM_SBOM } from './create-release.ts';
import { findLicensed } from './licences.ts';

type Bom = {
  metadata: { component: { name: string } };
  components: { 'bom-ref': string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

it('the bill of materials has every package that is delivered and none for development only, also as dependencies', () => {
  const printed = execFileSync('npm', NPM_SBOM, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64 * 1_024 * 1_024 });
  const delivered = new Set(findLicensed(ROOT).map(({ name, version }) => `${name}@${version}`));
  const bom = JSON.parse(deliveredBom(printed, 'belfry', delivered)) as Bom;
  expect(bom.metadata.component.name).toBe('belfry');
  const listed = bom.components.map((component) => component['bom-ref']);
  const ours = listed.filter((ref) => ref.startsWith('@belfry/')).map((ref) => ref.replace(/@[^@]+$/, ''));
  expect(ours.toSorted()).toEqual(
    ['api', 'broker', 'device-firmware-sim', 'infra', 'schemas', 'speech-engine', 'speech-neural', 'web'].map(
      (part) => `@belfry/${part}`,
    ),
  );
  expect(listed.filter((ref) => !ref.startsWith('@belfry/')).toSorted()).toEqual([...delivered].toSorted());
  for (const { dependsOn } of bom.dependencies) expect(listed).toEqual(expect.arrayContaining(dependsOn));
});
