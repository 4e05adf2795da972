import { createHash } from 'node:crypto';
import { z } from 'zod';

/** The parts of a release that are computed from texts; `main.ts` reads, writes and tags. */

/** The targets of infra/images/Dockerfile, whose images are named `belfry-<target>:<version>`. */
export const IMAGES = ['broker', 'api', 'fleet', 'proxy'] as const;

/** The api contains the speech engine, which is a program of its own. */
const LICENCES: Record<(typeof IMAGES)[number], string> = {
  broker: 'Apache-2.0',
  api: 'Apache-2.0 AND GPL-3.0-or-later',
  fleet: 'Apache-2.0',
  proxy: 'Apache-2.0',
};

export type ReleaseOf = { version: string; revision: string; source: string };

export const tagOf = (version: string): string => `v${version}`;

/** Each image with its name, its target in the Dockerfile, and its labels (OCI image specification). */
export const imagesOf = ({ version, revision, source }: ReleaseOf) =>
  IMAGES.map((target) => ({
    name: `belfry-${target}:${version}`,
    target,
    labels: {
      'org.opencontainers.image.title': `belfry-${target}`,
      'org.opencontainers.image.version': version,
      'org.opencontainers.image.revision': revision,
      'org.opencontainers.image.source': source,
      'org.opencontainers.image.licenses': LICENCES[target],
    },
  }));

/**
 * The section of a version in the changelog, with its heading.
 * @throws where there is none, or it is empty
 */
export function changelogSection(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## )/m);
  const section = sections.find((text) => text.startsWith(`## [${version}]`))?.trim();
  if (!section?.includes('\n')) throw new Error(`CHANGELOG.md has no section "## [${version}]" with text`);
  return `${section}\n`;
}

/** Lines of `sha256sum`, which `sha256sum --check` reads. */
export const checksums = (files: readonly { name: string; content: Uint8Array }[]): string =>
  files
    .map(({ name, content }) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .toSorted((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1))
    .join('');

/** The address of the repository without credentials: `https://` as it is, `git@host:path` as `https://host/path`. */
export function sourceOf(address: string): string {
  const text = address.trim().replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, 'https://$1/');
  const url = z.url({ protocol: /^https?$/ }).safeParse(text);
  if (!url.success) return '';
  const { origin, pathname } = new URL(url.data);
  return origin + pathname.replace(/\.git$/, '');
}
