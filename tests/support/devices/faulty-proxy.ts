import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export type DownloadFault = 'corrupt' | 'truncated';

/** Forwards to the api; downloads of devices with a fault are changed. `faultOf` gets the serial of the device. */
export async function startFaultyProxy(apiUrl: string, faultOf: (serial: string) => DownloadFault | undefined) {
  const server = createServer((req, res) => {
    const encoded = (req.headers.authorization ?? '').replace(/^Basic /, '');
    const serial = Buffer.from(encoded, 'base64').toString().split(':')[0] ?? '';
    const fault = req.url?.includes('/client/archives/') ? faultOf(serial) : undefined;
    const forwarded = request(
      new URL(req.url ?? '/', apiUrl),
      { method: req.method, headers: req.headers },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          const body = Buffer.concat(chunks);
          if (fault === 'corrupt' && body.length > 0)
            body.writeUInt8(body.readUInt8(body.length >> 1) ^ 1, body.length >> 1);
          res.writeHead(answer.statusCode ?? 500, answer.headers);
          if (fault === 'truncated') {
            // Always at the same place, so that resuming makes no progress either.
            const cut = req.headers.range === undefined ? 1_000 : 0;
            return void res.write(body.subarray(0, cut), () => setImmediate(() => res.socket?.destroy()));
          }
          res.end(body);
        });
      },
    );
    forwarded.on('error', () => res.socket?.destroy());
    req.pipe(forwarded);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
