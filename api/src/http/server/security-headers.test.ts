import type { Request, Response } from 'express';
import { expect, it } from 'vitest';
import { securityHeaders } from './security-headers.ts';

/** The sources of connections in the policy of a page at this host. */
function connectSources(host: string, MQTT_WS_URL?: string): string | undefined {
  const headers = new Map<string, string>();
  const res = { setHeader: (name: string, value: string) => headers.set(name, value) };
  const req = { headers: { host }, secure: false };
  securityHeaders({ MQTT_WS_URL, MQTT_WS_PORT: 8083 })(
    req as unknown as Request,
    res as unknown as Response,
    () => undefined,
  );
  return /connect-src ([^;]+)/.exec(headers.get('Content-Security-Policy') ?? '')?.[1];
}

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
  expect(connectSources(host, url)).toBe(expected);
});
