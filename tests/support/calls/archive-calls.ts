import type { ClientArchive } from '@belfry/schemas/http/firmware/archives';
import type { HttpClient } from '../http-client.ts';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';

/** Creates an archive from the installed source. */
export async function createArchive(api: HttpClient, key: string): Promise<ClientArchive> {
  const { status, body } = await api.call(firmwareHttp.createArchive, { key });
  if (status !== 200) throw new Error(`no archive: ${status} ${JSON.stringify(body)}`);
  return body.archive;
}

export const listArchives = async (api: HttpClient, key: string): Promise<ClientArchive[]> =>
  (await api.call(firmwareHttp.archives, { key })).body.archives;

export const downloadArchive = (
  api: HttpClient,
  filename: string,
  authorization: string | undefined,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${api.url}/api/client/archives/${filename}`, {
    headers: { ...headers, ...(authorization !== undefined && { authorization }) },
  });

type Upload = { key: string; filename: string; signature: string; bytes: Buffer | ReadableStream };

export async function uploadArchive(api: HttpClient, { key, filename, signature, bytes }: Upload) {
  const query = new URLSearchParams({ filename, signature });
  const response = await fetch(`${api.url}/api/client/upload-archive?${query}`, {
    method: 'POST',
    headers: { authorization: key, 'content-type': 'application/zstd' },
    body: bytes as BodyInit,
    duplex: 'half',
  } as RequestInit);
  return {
    status: response.status,
    body: (await response.json()) as { error: string | null; archive?: ClientArchive },
  };
}
