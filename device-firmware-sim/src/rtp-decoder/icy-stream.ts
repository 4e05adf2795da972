import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { OutputError } from '../playback/audio-output.ts';

/** Without a byte for so long a station is given up; PLAY-16 wants the reason within 15 s. */
const SILENT_MS = 8_000;
const HEADER_BYTES_MAX = 65_536;
const TITLE = /StreamTitle='([^]*?)';/;
const HEADER_END = '\r\n\r\n';

type IcyOptions = { signal: AbortSignal; titled: (title: string) => void };

/**
 * The sound of a station, by HTTP/1.0, as old servers that answer `ICY 200 OK` speak it, and without the titles between. Its address is one
 * that `resolveStation` gives. Throws OutputError.
 */
export async function* readIcyStream(address: string, { signal, titled }: IcyOptions): AsyncGenerator<Uint8Array> {
  const url = new URL(address);
  const charset = /charset=([\w-]+)/.exec(url.hash)?.[1] ?? 'utf-8';
  const socket = open(url, signal);
  try {
    let rest: Buffer = Buffer.alloc(0);
    let sound: ((bytes: Buffer) => Generator<Buffer>) | null = null;
    for await (const part of socket) {
      if (sound) {
        yield* sound(part as Buffer);
        continue;
      }
      rest = Buffer.concat([rest, part as Buffer]);
      const end = rest.indexOf(HEADER_END);
      if (end < 0 && rest.length > HEADER_BYTES_MAX) throw new OutputError(reasonText('station_no_sound'));
      if (end < 0) continue;
      const every = readHeader(rest.toString('latin1', 0, end));
      sound = withoutTitles(every, (bytes) => {
        const title = TITLE.exec(new TextDecoder(charset).decode(bytes))?.[1] ?? '';
        if (title !== '') titled(title);
      });
      yield* sound(rest.subarray(end + HEADER_END.length));
    }
  } catch (error) {
    if (error instanceof OutputError || signal.aborted) throw error;
    throw new OutputError(reasonText('station_away', { error: (error as Error).message.slice(0, 100) }), {
      cause: error,
    });
  } finally {
    socket.destroy();
  }
}

function open(url: URL, signal: AbortSignal): Socket {
  const isSecure = url.protocol === 'https:';
  const host = url.hostname.replaceAll(/^\[|\]$/g, '');
  const port = Number(url.port) || (isSecure ? 443 : 80);
  const socket = isSecure ? connectTls({ host, port, servername: host }) : connectTcp({ host, port });
  socket.setTimeout(SILENT_MS, () => socket.destroy(new OutputError(reasonText('station_no_sound'))));
  signal.addEventListener('abort', () => socket.destroy(), { once: true });
  socket.write(
    [
      `GET ${url.pathname}${url.search} HTTP/1.0`,
      `Host: ${url.host}`,
      'User-Agent: MPD (Belfry)',
      'Accept: */*',
      'Icy-MetaData: 1',
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  );
  return socket;
}

/** @returns bytes of sound between two titles; Infinity where there are none */
function readHeader(header: string): number {
  const status = Number(/^\S+ (\d{3})/.exec(header)?.[1] ?? 0);
  if (status < 200 || status > 299) throw new OutputError(reasonText('station_status', { status }));
  if (/^content-type:\s*audio\/aacp?\b/im.test(header)) throw new OutputError(reasonText('station_format'));
  return Number(/^icy-metaint:\s*(\d+)/im.exec(header)?.[1]) || Infinity;
}

/** The length of a title is its first byte, times 16. */
function withoutTitles(every: number, onTitle: (bytes: Buffer) => void): (bytes: Buffer) => Generator<Buffer> {
  let left = every;
  let title: Buffer | null = null;
  let titleLeft = 0;
  return function* soundIn(bytes) {
    let rest = bytes;
    while (rest.length > 0) {
      if (title) {
        const part = rest.subarray(0, titleLeft);
        title = Buffer.concat([title, part]);
        titleLeft -= part.length;
        rest = rest.subarray(part.length);
        if (titleLeft > 0) return;
        onTitle(title);
        title = null;
        left = every;
      } else if (left > 0) {
        const part = rest.subarray(0, Math.min(rest.length, left));
        left -= part.length;
        rest = rest.subarray(part.length);
        yield part;
      } else {
        titleLeft = (rest[0] ?? 0) * 16;
        rest = rest.subarray(1);
        if (titleLeft > 0) title = Buffer.alloc(0);
        else left = every;
      }
    }
  };
}
