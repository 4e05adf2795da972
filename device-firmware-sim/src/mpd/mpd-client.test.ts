import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MpdConnectionError } from './mpd-connection.ts';
import { createMpdClient, type MpdClient } from './mpd-client.ts';

let folder: string;
let server: FakeMpd;
let client: MpdClient;
const changed = vi.fn<() => void>();
const reconnected = vi.fn<() => void>();
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'belfry-mpd-'));
  server = await startFakeMpd(join(folder, 's'));
  client = createMpdClient({ socketPath: join(folder, 's'), playerChanged: changed, reconnected });
});
afterEach(async () => {
  client.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
  vi.clearAllMocks();
});

type FakeMpd = Awaited<ReturnType<typeof startFakeMpd>>;

/** Answers every list of commands with its number of commands; `idle` waits for `change`, `bad` is refused. */
async function startFakeMpd(socketPath: string) {
  const sockets = new Set<Socket>();
  const idling = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.write('OK MPD 0.23.5\n');
    socket.on('data', (bytes) => {
      for (const line of bytes.toString().split('\n')) {
        if (line.startsWith('idle')) idling.add(socket);
        else if (line === 'bad') socket.write('ACK [5@0] {bad} unknown command\n');
        else if (line === 'nonsense') socket.write('nonsense\n');
        else if (line === 'status' || line === 'command_list_end') socket.write('state: stop\nOK\n');
      }
    });
  });
  await new Promise<void>((resolve) => void server.listen(socketPath, resolve));
  return {
    async change() {
      const [idler] = await vi.waitFor(() => {
        expect(idling.size).toBe(1);
        return [...idling];
      });
      idling.clear();
      idler?.write('changed: player\nOK\n');
    },
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    connections: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

it('answers commands in order, also after one that is refused', async () => {
  await client.connected();
  const answers = await Promise.allSettled([client.run('status'), client.run('bad'), client.run('clear', 'play')]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(answers[1]).toMatchObject({ reason: { code: 5, message: 'bad: unknown command' } });
});

it('reports each change of the player', async () => {
  await client.connected();
  await server.change();
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1));
  await server.change();
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2));
});

it('connects again after a loss, which fails the command that waits', async () => {
  await client.connected();
  const waiting = client.run('no answer to this');
  server.drop();
  await expect(waiting).rejects.toBeInstanceOf(MpdConnectionError);
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(2));
  await expect(client.run('status')).resolves.toBeInstanceOf(Map);
});

it('gives up a connection on which something other than MPD answers', async () => {
  await client.connected();
  await expect(client.run('nonsense')).rejects.toThrow('no line of MPD');
  await vi.waitFor(() => expect(reconnected).toHaveBeenCalledTimes(2));
});

it('refuses commands once it is closed, and does not connect again', async () => {
  await client.connected();
  client.close();
  await expect(client.run('status')).rejects.toThrow('not running');
  await vi.waitFor(() => expect(server.connections()).toBe(0));
  expect(reconnected).toHaveBeenCalledTimes(1);
});
