import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';

export type Opened = {
  status: number;
  type: string;
  location: string | null;
  head: Buffer;
  /** The bytes of sound between two titles; null where the stream has none. */
  titleEvery: number | null;
};

/** Enough bytes for a list, and to tell what a stream is. */
const HEAD_BYTES = 24_576;
/** After the first bytes of a stream no more are waited for. */
const MORE_MS = 300;

/** Opens an address and closes it again. Rejects with the error of the network, and where nothing has arrived when the signal ends it. */
export function openAddress(address: string, signal: AbortSignal): Promise<Opened> {
  const url = new URL(address);
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const headers = { 'user-agent': 'MPD (Belfry)', accept: '*/*', 'accept-encoding': 'identity', 'icy-metadata': '1' };
  return new Promise((resolve, reject) => {
    const request = start(url, { headers, agent: false, signal });
    request.on('response', (response) => {
      const { statusCode = 0, headers: answered } = response;
      const type = answered['content-type'] ?? '';
      const location = answered.location ?? null;
      const answer = (head: Buffer): void => {
        request.destroy();
        const every = Number(answered['icy-metaint']);
        resolve({ status: statusCode, type, location, head, titleEvery: every > 0 ? every : null });
      };
      if (statusCode >= 300) return answer(Buffer.alloc(0));
      readHead(response, answer, reject);
    });
    request.on('error', (error) => {
      const icy = icyAnswer(error);
      if (icy) resolve(icy);
      else reject(error);
    });
    request.end();
  });
}

function readHead(response: IncomingMessage, answer: (head: Buffer) => void, fail: (error: Error) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const end = (): void => answer(Buffer.concat(chunks));
  response.on('data', (chunk: Buffer) => {
    if (bytes === 0) setTimeout(end, MORE_MS);
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= HEAD_BYTES) end();
  });
  response.on('end', end);
  response.on('error', fail);
}

/** The answer of an old server, whose first line is `ICY 200 OK`, which Node refuses; it has what has arrived by then. */
function icyAnswer(error: Error): Opened | null {
  const packet = 'rawPacket' in error && Buffer.isBuffer(error.rawPacket) ? error.rawPacket : null;
  const head = packet?.toString('latin1') ?? '';
  const status = /^ICY (\d{3})/.exec(head)?.[1];
  if (!packet || status === undefined) return null;
  const end = head.indexOf('\r\n\r\n');
  const body = packet.subarray(end < 0 ? packet.length : end + 4);
  const every = Number(/^icy-metaint:\s*(\d+)/im.exec(head)?.[1]);
  const type = /^content-type:\s*(\S+)/im.exec(head)?.[1] ?? 'audio/mpeg';
  return { status: Number(status), type, location: null, head: body, titleEvery: every > 0 ? every : null };
}
