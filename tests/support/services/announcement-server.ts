import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { pathOf } from '../http-client.ts';

const hashOf = (body: Buffer | string): string => createHash('sha256').update(body).digest('hex');
const AUDIO = pathOf(audioContentHttp.download, { sha256: '' });

/** Serves audio and programmes to devices, as the api does, and counts the requests. */
export async function startAnnouncementServer() {
  const audio = new Map<string, Buffer>();
  const programmes = new Map<string, string>();
  const requests: { path: string; serial: string }[] = [];

  function answer(req: IncomingMessage, res: ServerResponse): void {
    const path = req.url ?? '';
    const [serial = ''] = Buffer.from((req.headers.authorization ?? '').slice(6), 'base64')
      .toString()
      .split(':');
    requests.push({ path, serial });
    const body = path.startsWith(AUDIO) ? audio.get(path.slice(AUDIO.length)) : programmes.get(serial);
    if (body === undefined) return void res.writeHead(404).end();
    const etag = `"${hashOf(body)}"`;
    if (req.headers['if-none-match'] === etag) return void res.writeHead(304).end();
    res.writeHead(200, { etag }).end(body);
  }

  function setText(serial: string, text: string): string {
    programmes.set(serial, text);
    return hashOf(text);
  }

  const server = createServer(answer);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    countOf: (path: string): number => requests.filter((request) => request.path === path).length,
    /** An audio item of this length, with content of its own. */
    addAudio(name: string, duration_ms: number) {
      const body = Buffer.from(name);
      audio.set(hashOf(body), body);
      return { sha256: hashOf(body), duration_ms };
    },
    /** Sets what a device receives as its programme. @returns the hash to announce */
    setText,
    setProgramme: (programme: Programme): string => setText(programme.serial, JSON.stringify(programme)),
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
export type AnnouncementServer = Awaited<ReturnType<typeof startAnnouncementServer>>;
