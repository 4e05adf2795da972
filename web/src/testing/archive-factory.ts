import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';

export const anArchive = (version: number, changes: Partial<ClientArchive> = {}): ClientArchive => {
  const filename = `belfry-client-${version.toFixed(1)}.tar.zst`;
  return {
    filename,
    version,
    size: 87_457,
    created: '2026-01-15T12:30:00.000Z',
    firmware_version: version.toFixed(1),
    path: `/api/client/archives/${filename}`,
    sha256: 'ab'.repeat(32),
    signature: `${'A'.repeat(86)}==`,
    ...changes,
  };
};
