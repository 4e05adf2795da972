import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

type Settings = { MQTT_WS_URL?: string | undefined; MAP_TILES_URL?: string };

function policyAt(host: string, { MQTT_WS_URL, MAP_TILES_URL }: Settings = {}): string {
  const headers = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => headers.set(name, value) };
  const req = { headers: { host }, secure: false };
  securityHeaders({ MQTT_WS_URL, MQTT_WS_PORT: 8083, MAP_TILES_URL })(
    req as unknown as Request,
    res as unknown as Response,
    () => undefined,
  );
  return headers.get('Content-Security-Policy') ?? '';
}

const sourcesOf = (kind: string, policy: string): string | undefined =>
  new RegExp(`${kind}-src ([^;]+)`).exec(policy)?.[1];

it.each([
  ['belfry.test:8080', undefined, "'self' ws://belfry.test:8083"],
  ['192.0.2.1', undefined, "'self' ws://192.0.2.1:8083"],
  // No policy can name an IPv6 address.
  ['[2001:db8::1]:8080', undefined, "'self' ws://*:8083"],
  ['belfry.test', 'wss://live.belfry.test/mqtt', "'self' wss://live.belfry.test"],
  ['belfry.test', 'wss://live.belfry.test:8443/mqtt', "'self' wss://live.belfry.test:8443"],
  ['[2001:db8::1]', 'ws://[2001:db8::1]:9001/mqtt', "'self' ws://*:9001"],
  ['[2001:db8::1]', 'wss://[2001:db8::1]/mqtt', "'self' wss://*"],
  ['evil; script-src *', undefined, "'self' 'self'"],
])('a page at %j with the WebSocket %j connects to %s', (host, url, expected) => {
  expect(sourcesOf('connect', policyAt(host, { MQTT_WS_URL: url }))).toBe(expected);
});

it('pictures come from this origin, and from that of the tiles of maps where there are any', () => {
  expect(sourcesOf('img', policyAt('belfry.test'))).toBe("'self' data: blob:");
  const MAP_TILES_URL = 'https://tiles.example.org:8443/osm/{z}/{x}/{y}.png?key=1';
  const policy = policyAt('belfry.test', { MAP_TILES_URL });
  expect(sourcesOf('img', policy)).toBe("'self' data: blob: https://tiles.example.org:8443");
  expect(policy.split('https://tiles.example.org:8443')).toHaveLength(2);
});
