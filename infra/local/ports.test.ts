import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { claimPort, probePort } from './ports.ts';

it('names the variable whose port is taken', async () => {
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
