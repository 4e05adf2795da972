import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { claimPorts } from './claim-ports.ts';
import { LOOPBACK, readConfig } from './config.ts';
import { probePort } from './ports.ts';

const PUBLIC = { HTTP_PORT: '0', MQTT_PORT: '0', MQTT_WS_PORT: '0' };

/** Takes a port, unless another program has it already. @returns releases it */
async function take(port: number): Promise<() => void> {
  const server = createServer().listen(port, LOOPBACK);
  await once(server, 'listening').catch(() => undefined);
  return () => void server.close();
}

it('chooses free internal ports where the usual ones are taken', async () => {
  const release = await Promise.all([take(8084), take(8085)]);
  const { BROKER_HTTP_PORT, INTERNAL_PORT } = await claimPorts(readConfig(PUBLIC));
  expect([8084, 8085]).not.toContain(BROKER_HTTP_PORT);
  expect([8084, 8085, BROKER_HTTP_PORT]).not.toContain(INTERNAL_PORT);
  for (const each of release) each();
});

it('names an internal port that is set and taken', async () => {
  const port = await probePort(0, LOOPBACK);
  const release = await take(port);
  const set = readConfig({ ...PUBLIC, BROKER_HTTP_PORT: String(port) });
  await expect(claimPorts(set)).rejects.toThrow(`BROKER_HTTP_PORT ${port} is in use`);
  release();
});

it('lets a usual internal port give way to one that is set', async () => {
  const free = await probePort(8084, LOOPBACK).catch(() => null);
  // Another program of this machine has it.
  if (free === null) return;
  const { MQTT_WS_PORT, BROKER_HTTP_PORT } = await claimPorts(readConfig({ ...PUBLIC, MQTT_WS_PORT: '8084' }));
  expect(MQTT_WS_PORT).toBe(8084);
  expect(BROKER_HTTP_PORT).not.toBe(8084);
});

it('gives two starts at the same time different internal ports, although no server listens yet', async () => {
  const starts = [await claimPorts(readConfig(PUBLIC)), await claimPorts(readConfig(PUBLIC))];
  const ports = starts.flatMap(({ BROKER_HTTP_PORT, INTERNAL_PORT }) => [BROKER_HTTP_PORT, INTERNAL_PORT]);
  expect(new Set(ports).size).toBe(4);
});
