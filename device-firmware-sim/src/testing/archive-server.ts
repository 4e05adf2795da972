import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { firmwareHttp } from '@belfry/schemas/http/firmware/archives';
import type { TestArchive } from './make-archive.ts';

type Answer = (req: IncomingMessage, res: ServerResponse) => boolean;

/** Serves archives as the api does: with a key, an ETag and ranges. `answer` may answer a request itself. */
export async function startArchiveServer(archive: TestArchive, publicKey: string) {
  const requests: { path: string; range: string | undefined; authorization: string | undefined }[] = [];
  let bytes = archive.bytes;
  let answer: Answer = () => false;
  const server = createServer((req, res) => {
    const { range, authorization } = req.headers;
    requests.push({ path: req.url ?? '', range, authorization });
    if (answer(req, res)) return;
    if (req.url === `/api${firmwareHttp.firmwareKey.path}`)
      return void res.end(JSON.stringify({ public_key: publicKey }));
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    const body = bytes.subarray(start);
    res.writeHead(start > 0 ? 206 : 200, { etag: '"one"', 'content-length': body.length });
    res.end(body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    params: { filename: archive.filename, sha256: archive.sha256, signature: archive.signature },
    serve: (next: Buffer): void => void (bytes = next),
    answerWith: (next: Answer): void => void (answer = next),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type ArchiveServer = Awaited<ReturnType<typeof startArchiveServer>>;
