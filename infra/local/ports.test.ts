import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it } from 'vitest';
import { claimPort, probePort } from './ports.ts';

it('names the variable of a port in use', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(claimPort('MQTT_PORT', port, '127.0.0.1')).rejects.toThrow(`MQTT_PORT ${port} is in use`);
  server.close();
});

it('finds a port that can be bound again', async () => {
  const port = await probePort(0, '127.0.0.1');
  await expect(claimPort('HTTP_PORT', port, '127.0.0.1')).resolves.toBe(port);
});

it('finds distinct ports that outgoing connections do not use', async () => {
  const FIRST_LOCAL_PORT = 32_768;
  const ports = await Promise.all(Array.from({ length: 20 }, () => probePort(0, '127.0.0.1')));
  expect(new Set(ports).size).toBe(ports.length);
  expect(Math.max(...ports)).toBeLessThan(FIRST_LOCAL_PORT);
});

it('skips a port in use', async () => {
  let before: number;
  let server: Server;
  // Another process may have the next port already.
  do {
    before = await probePort(0, '127.0.0.1');
    server = createServer().listen(before + 1, '127.0.0.1');
  } while (!(await isListening(server)));
  expect(await probePort(0, '127.0.0.1')).not.toBe(before + 1);
  server.close();
});

it('skips a port that another process has found and not bound yet', async () => {
  const before = await probePort(0, '127.0.0.1');
  const other = createSocket('udp4');
  other.bind({ port: before + 1, address: '127.0.0.1', exclusive: true });
  await once(other, 'listening');
  expect(await probePort(0, '127.0.0.1')).not.toBe(before + 1);
  other.close();
});

const isListening = (server: Server): Promise<boolean> =>
  once(server, 'listening').then(
    () => true,
    () => false,
  );
